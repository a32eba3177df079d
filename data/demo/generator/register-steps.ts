import type { DemoCompany } from './company.ts'
import { daysAfter, daysFrom } from './days.ts'
import type { World } from './world.ts'

/** A change of the register, told as it is published. */
export type Change = { item: string; date: string; before: string | null; after: string }

export const changeItems = {
  name: '名称变更（字号名称、集团名称等）',
  legalRep: '负责人变更（法定代表人、负责人、首席代表、合伙事务执行人等变更）',
  capital: '注册资本变更（注册资金、资金数额等变更）',
  owners: '投资人变更（包括出资额、出资方式、出资日期、投资人名称等）',
  seniors: '高级管理人员备案（董事、监事、经理等）',
  address: '地址变更（住所地址、经营场所、驻在地址等变更）',
  scope: '经营范围变更（含业务范围变更）',
  type: '市场主体类型变更',
  articles: '章程或章程修正案备案',
  liquidators: '清算组备案',
} as const

/** Who was there and is no more. */
export type Former = { name: string; since: string; until: string }

export type Step<State> = { date: string; before: State; after: State }

/** From what is there today, back through the days of change: what it was before each. Oldest first. */
export function walkBack<State>(today: State, days: readonly string[], earlier: (after: State, day: string) => State) {
  let after = today
  return days
    .toSorted()
    .toReversed()
    .map((date): Step<State> => {
      const step = { date, before: earlier(after, date), after }
      after = step.before
      return step
    })
    .toReversed()
}

/** Those that each step put somebody else in the place of, once each, and none who is there today. */
export function formerOf<One extends { name: string }>(
  steps: readonly Step<One[]>[],
  foundedOn: string,
  today: readonly One[],
): (One & Former)[] {
  const gone = new Map<string, One & Former>()
  const since = today.map(() => foundedOn)
  for (const { date, before, after } of steps) {
    before.forEach((one, place) => {
      if (after[place]?.name === one.name) return
      const isBack = today.some(({ name }) => name === one.name)
      if (!isBack) gone.set(one.name, { ...one, since: since[place] ?? foundedOn, until: date })
      since[place] = date
    })
  }
  return [...gone.values()]
}

/** Days of change, each another, within the company's life; fewer where it is too short. */
export function drawDays({ draw }: World, { foundedOn, approvedOn }: DemoCompany, count: number): string[] {
  const first = daysAfter(foundedOn, 40)
  if (daysFrom(first, approvedOn) < 30) return []
  return [...new Set(Array.from({ length: count }, () => draw.dayBetween(first, approvedOn)))]
}

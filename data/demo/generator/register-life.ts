import { at } from './cast.ts'
import type { DemoCompany } from './company.ts'
import { daysAfter, daysAgo, daysFrom } from './days.ts'
import type { Holding } from './holdings.ts'
import { people } from './words.ts'
import type { World } from './world.ts'

/** A change of the register, told as it is published. */
export type Change = { item: string; date: string; before: string | null; after: string }
export type Senior = { name: string; positions: string[]; since: string }
/** Who was there and is no more. */
export type Former = { name: string; since: string; until: string }
export type RegisterLife = {
  changes: Change[]
  seniors: Senior[]
  formerOwners: (Former & { percent: number })[]
  formerSeniors: (Former & { positions: string[] })[]
  legalRepOn: (day: string) => string
}

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

/** How often each thing changed; `owners` beside those who must have come in later. */
type Plan = Record<'owners' | 'seniors' | 'legalRep' | 'capital' | 'address' | 'scope' | 'articles', number>

const lanshanPlan: Plan = { owners: 1, seniors: 2, legalRep: 0, capital: 2, address: 1, scope: 2, articles: 2 }
const longPlan: Plan = { owners: 3, seniors: 4, legalRep: 2, capital: 3, address: 3, scope: 2, articles: 3 }

const fixedPlans: Partial<Record<number, Plan>> = { [at.lanshan]: lanshanPlan, [at.longHistory]: longPlan }

type Step<State> = { date: string; before: State; after: State }

/** From what is there today, back through the days of change: what it was before each. Oldest first. */
function walkBack<State>(today: State, days: readonly string[], earlier: (after: State, day: string) => State) {
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
function formerOf<One extends { name: string }>(
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
function drawDays({ draw }: World, { foundedOn, approvedOn }: DemoCompany, count: number): string[] {
  const first = daysAfter(foundedOn, 40)
  if (daysFrom(first, approvedOn) < 30) return []
  return [...new Set(Array.from({ length: count }, () => draw.dayBetween(first, approvedOn)))]
}

const isListed = ({ row }: DemoCompany) => row.businessType.includes('（上市')
const written = (amount: number, unit: string) => `${amount} ${unit}`

type Owner = { name: string; percent: number }
const ownersText = (owners: readonly Owner[], others: readonly Owner[], mark: string) =>
  owners
    .map(({ name, percent }) => `${name} ${percent}%${others.some((other) => other.name === name) ? '' : mark}`)
    .join('；')

/** Whoever came in later has somebody before; persons also change by draw. Sets `since` of those who came in. */
function ownerChanges(world: World, company: DemoCompany, holdings: Holding[], count: number) {
  // A listed company's owners trade; its register does not follow them.
  if (isListed(company)) return { changes: [], formerOwners: [] }
  const entries = new Map<string, number>()
  holdings.forEach(({ since }, place) => {
    if (since > company.foundedOn) entries.set(since, place)
  })
  const persons = holdings.flatMap(({ holder }, place) =>
    holder.company === undefined && holder.type === '自然人股东' ? [place] : [],
  )
  const drawn = persons.length === 0 ? [] : drawDays(world, company, count).filter((day) => !entries.has(day))
  const entered = new Set<number>()
  const today: Owner[] = holdings.map(({ holder, percent }) => ({ name: holder.name, percent }))
  const steps = walkBack(today, [...entries.keys(), ...drawn], (after, day) => {
    const place = entries.get(day) ?? world.draw.pick(persons)
    const holding = holdings[place]
    if (holding !== undefined && !entered.has(place)) holding.since = day
    entered.add(place)
    const free = people.filter((name) => !after.some((owner) => owner.name === name))
    return after.map((owner, one) => (one === place ? { ...owner, name: world.draw.pick(free) } : owner))
  })
  const changes = steps.flatMap(({ date, before, after }) => {
    const change = {
      item: changeItems.owners,
      date,
      before: ownersText(before, after, ' [退出]'),
      after: ownersText(after, before, ' [新增]'),
    }
    const wasSold = entries.has(date) && company.row.businessType.includes('法人独资')
    const type = { item: changeItems.type, date, before: '有限责任公司（自然人独资）', after: company.row.businessType }
    return wasSold ? [change, type] : [change]
  })
  return { changes, formerOwners: formerOf(steps, company.foundedOn, today) }
}

function positionsOf({ row }: DemoCompany): string[][] {
  if (row.businessType.includes('分公司')) return [['负责人']]
  if (row.businessType.includes('合伙')) return [['执行事务合伙人']]
  if (row.businessType.includes('个人独资')) return [['投资人']]
  if (row.capitalValue >= 5000 || row.businessType.includes('股份')) {
    return [['董事长'], ['董事', '总经理'], ['董事'], ['董事'], ['监事会主席'], ['监事'], ['财务负责人']]
  }
  return [['执行董事', '经理'], ['监事'], ['财务负责人']]
}

type Office = { name: string; positions: string[] }
const officesText = (offices: readonly Office[], others: readonly Office[], mark: string) =>
  offices
    .map(
      ({ name, positions }) =>
        `${name}（${positions.join('、')}）${others.some((other) => other.name === name) ? '' : mark}`,
    )
    .join('；')

/** Senior staff, the legal representative first: when that office changes, both are told. */
function seniorChanges(world: World, company: DemoCompany, plan: Plan, formerFirst: Map<string, string>) {
  const positions = positionsOf(company)
  const gone = [...formerFirst.values()]
  const names = [
    company.legalRep,
    ...world.draw.some(
      people.filter((name) => name !== company.legalRep && !gone.includes(name)),
      positions.length - 1,
    ),
  ]
  const today: Office[] = positions.map((held, place) => ({ name: names[place] ?? company.legalRep, positions: held }))
  const since = today.map(() => company.foundedOn)
  const replaced = new Set<number>()
  const isPersonal = /合伙|个人独资/.test(company.row.businessType)
  const firstDays =
    formerFirst.size > 0 ? [...formerFirst.keys()] : drawDays(world, company, isPersonal ? 0 : plan.legalRep)
  const otherDays = drawDays(world, company, positions.length > 1 ? plan.seniors : 0).filter(
    (day) => !firstDays.includes(day),
  )
  const steps = walkBack(today, [...firstDays, ...otherDays], (after, day) => {
    const place = firstDays.includes(day) ? 0 : world.draw.between(1, positions.length - 1)
    if (!replaced.has(place)) since[place] = day
    replaced.add(place)
    const free = people.filter((name) => !after.some((office) => office.name === name))
    const earlier = (place === 0 ? formerFirst.get(day) : undefined) ?? world.draw.pick(free)
    return after.map((office, one) => (one === place ? { ...office, name: earlier } : office))
  })
  const changes = steps.flatMap(({ date, before, after }): Change[] => {
    const staff = {
      item: changeItems.seniors,
      date,
      before: officesText(before, after, ' [退出]'),
      after: officesText(after, before, ' [新增]'),
    }
    const [first, then] = [before[0]?.name ?? '', after[0]?.name ?? '']
    const rep = { item: changeItems.legalRep, date, before: first, after: then }
    if (first === then) return [staff]
    return positions.length > 1 ? [rep, staff] : [rep]
  })
  const seniors = today.map(({ name, positions: held }, place) => ({
    name,
    positions: held,
    since: since[place] ?? company.foundedOn,
  }))
  const legalRepOn = (day: string) => steps.find(({ date }) => date > day)?.before[0]?.name ?? company.legalRep
  return { changes, seniors, formerSeniors: formerOf(steps, company.foundedOn, today), legalRepOn }
}

const smaller = (amount: number, by: number) => Math.max(10, Math.round(amount / by))

const told = <State>(item: string, steps: readonly Step<State>[], text: (state: State) => string): Change[] =>
  steps.map(({ date, before, after }) => ({ item, date, before: text(before), after: text(after) }))

function otherChanges(world: World, company: DemoCompany, plan: Plan): Change[] {
  const { draw } = world
  const { row } = company
  const days = (count: number) => drawDays(world, company, count)
  const names = company.formerNames.map(({ name, until }, place) => {
    const after = company.formerNames[place + 1]?.name ?? company.name
    return { item: changeItems.name, date: until, before: name, after }
  })
  const hasCapital = !row.businessType.includes('分公司') && company.capital > 10
  const capital = walkBack(company.capital, days(hasCapital ? plan.capital : 0), (after) =>
    after <= 10 ? after * 2 : smaller(after, draw.pick([2, 5, 1.6, 0.8])),
  )
  const street = (after: string): string => {
    const moved = `${company.province}演示市演示区演示路${draw.between(301, 900)}号`
    return moved === after ? street(after) : moved
  }
  const phrases = row.scope.split('；')
  const scope = walkBack(phrases.length, days(Math.min(plan.scope, phrases.length - 1)), (after) =>
    Math.max(1, after - 1),
  )
  return [
    ...names,
    ...told(changeItems.capital, capital, (amount) => written(amount, company.unit)),
    ...told(changeItems.address, walkBack(row.address, days(plan.address), street), (text) => text),
    ...told(changeItems.scope, scope, (count) => phrases.slice(0, count).join('；')),
    ...days(plan.articles).map((date) => ({ item: changeItems.articles, date, before: null, after: '章程修正案' })),
  ]
}

const drawnPlan = ({ draw }: World): Plan => ({
  owners: draw.below(2),
  seniors: draw.below(3),
  legalRep: draw.below(2),
  capital: draw.below(2),
  address: draw.below(2),
  scope: draw.below(2),
  articles: draw.below(2),
})

/** 澜山 had another legal representative until the day its register was last changed. */
const formerLegalRep = { name: '演示丙', until: daysAgo(333) }

/** What the register has seen of a company. Sets since when its owners hold. */
export function registerLife(world: World, company: DemoCompany, holdings: Holding[]): RegisterLife {
  const plan = fixedPlans[company.at] ?? drawnPlan(world)
  const former = new Map(company.at === at.lanshan ? [[formerLegalRep.until, formerLegalRep.name]] : [])
  const { changes: owners, formerOwners } = ownerChanges(world, company, holdings, plan.owners)
  const { changes: seniors, ...staff } = seniorChanges(world, company, plan, former)
  const liquidators =
    company.row.status === '清算'
      ? [
          {
            item: changeItems.liquidators,
            date: company.approvedOn,
            before: null,
            after: `清算组负责人：${company.legalRep}；清算组成员：${staff.seniors[1]?.name ?? company.legalRep}`,
          },
        ]
      : []
  const changes = [...otherChanges(world, company, plan), ...owners, ...seniors, ...liquidators]
  return {
    changes: changes.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date))),
    formerOwners,
    ...staff,
  }
}

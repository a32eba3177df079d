import { at } from './cast.ts'
import type { DemoCompany } from './company.ts'
import { daysAfter, daysAgo, latest } from './days.ts'
import { people } from './words.ts'
import type { World } from './world.ts'

export type Holder = { name: string; type: string; company?: DemoCompany }
export type Holding = { holder: Holder; percent: number; since: string; holdType: string | null }

const person = (name: string): Holder => ({ name, type: '自然人股东' })

function holderOf(company: DemoCompany): Holder {
  const { businessType } = company.row
  return { name: company.name, type: businessType.includes('合伙') ? '合伙企业' : '企业法人', company }
}

/** Parts that make a whole, the largest first. */
const splits = [[100], [60, 40], [51, 49], [70, 20, 10], [40, 30, 30], [34.5, 33.5, 32], [55, 25, 12.5, 7.5]] as const

/** A text is a person. `since`: where the story says when it entered. */
type Part = readonly [holder: Holder | string, percent: number, holdType?: string | null, since?: string]

const foreign: Holder = { name: '演示海外控股有限公司（YANSHI HOLDINGS LTD.）', type: '外国（地区）企业' }
const others: Holder = { name: '演示员工持股计划', type: '其他投资者' }

/** When 澜山 got its second owner. */
const lanshanSoldOn = daysAgo(344)

/** Who holds what where a story says so, by place of the company. */
const told = (world: World): Readonly<Record<number, readonly Part[]>> => {
  const company = (place: number) => holderOf(world.company(place))
  return {
    [at.lanshan]: [
      ['演示甲', 60],
      [company(at.fund), 40, null, lanshanSoldOn],
    ],
    [at.fund]: [
      [world.company(at.fund).legalRep, 1, '普通合伙人'],
      ['演示己', 59, '有限合伙人'],
      ['演示辛', 40, '有限合伙人'],
    ],
    // Whoever holds one of two namesakes must not seem to hold the other.
    [at.namesakeWest]: [
      [world.company(at.namesakeWest).legalRep, 70],
      ['演示甲', 30],
    ],
    [at.jointVenture]: [
      [foreign, 60],
      ['演示己', 40],
    ],
    // Five levels: 北辰控股, 产业投资, 科技, 精密制造, 供应链.
    [at.holding]: [
      ['演示戊', 62],
      ['演示己', 38],
    ],
    [at.investment]: [[company(at.holding), 100]],
    [at.technology]: [
      [company(at.investment), 80],
      [company(at.fund), 20],
    ],
    [at.manufacturer]: [
      [company(at.technology), 51],
      ['演示庚', 49],
    ],
    [at.supplyChain]: [
      [company(at.manufacturer), 60],
      ['演示辛', 40],
    ],
    // A circle: each holds a part of the next.
    [at.circleOne]: [
      [world.company(at.circleOne).legalRep, 80],
      [company(at.circleThree), 20],
    ],
    [at.circleTwo]: [
      [world.company(at.circleTwo).legalRep, 70],
      [company(at.circleOne), 30],
    ],
    [at.circleThree]: [
      [world.company(at.circleThree).legalRep, 60],
      [company(at.circleTwo), 40],
    ],
    [at.listed]: [
      ['演示戊', 45],
      [company(at.holding), 30],
      [others, 25],
    ],
    [at.bank]: [
      [company(at.holding), 34],
      [company(at.circleTwo), 33],
      [{ name: '演示市财政投资中心', type: '事业法人' }, 33],
    ],
  }
}

const keptByPeople = [at.longHistory, 4, 6, at.holding]
const soleForms = /自然人独资|个人独资/

/** Those that have no owners of their own in the register. */
const hasOwners = ({ row }: DemoCompany) => !row.businessType.includes('分公司')

/** Old enough to have come in before the register was last changed. */
const isOlder = (owner: DemoCompany, company: DemoCompany) => daysAfter(owner.foundedOn, 120) < company.approvedOn

function drawnParts(world: World, company: DemoCompany): readonly Part[] {
  const { draw } = world
  const { businessType } = company.row
  const owners = keptByPeople.filter((place) => isOlder(world.company(place), company))
  if (soleForms.test(businessType)) return [[company.legalRep, 100]]
  if (businessType.includes('法人独资')) return [[holderOf(world.company(draw.pick(owners))), 100]]
  const split = draw.pick(splits.slice(1))
  const names = [
    company.legalRep,
    ...draw.some(
      people.filter((name) => name !== company.legalRep),
      split.length - 1,
    ),
  ]
  const parts = split.map((percent, place): Part => [names[place] ?? company.legalRep, percent])
  if (keptByPeople.some((place) => place === company.at) || !draw.chance(0.25)) return parts
  const last = parts.at(-1)?.[1] ?? 0
  return [...parts.slice(0, -1), [holderOf(world.company(draw.pick(owners))), last]]
}

/** Nobody holds before the company is there, no company before itself is. */
function sinceOf(world: World, company: DemoCompany, { company: owner }: Holder): string {
  if (owner === undefined || owner.foundedOn <= company.foundedOn) return company.foundedOn
  const first = latest(daysAfter(owner.foundedOn, 30), daysAfter(company.foundedOn, 30))
  return world.draw.dayBetween(first, latest(first, company.approvedOn))
}

/** The register tells of one newcomer at a time. */
function comeOneByOne({ foundedOn }: DemoCompany, holdings: readonly Holding[]) {
  const taken = new Set<string>()
  for (const holding of holdings) {
    while (holding.since > foundedOn && taken.has(holding.since)) holding.since = daysAfter(holding.since, 1)
    taken.add(holding.since)
  }
}

/** Who holds each company today, by its place; those without records have no entry. */
export function drawHoldings(world: World, places: readonly number[]): Map<number, Holding[]> {
  const stories = told(world)
  const all = new Map<number, Holding[]>()
  for (const place of places) {
    const company = world.company(place)
    if (!hasOwners(company)) continue
    const parts = stories[place] ?? drawnParts(world, company)
    const holdings = parts.map(([who, percent, holdType = null, since]): Holding => {
      const holder = typeof who === 'string' ? person(who) : who
      return { holder, percent, since: since ?? sinceOf(world, company, holder), holdType }
    })
    comeOneByOne(company, holdings)
    all.set(place, holdings)
  }
  return all
}

/** 最新公示 of the listed company: what its newest report says, which is not what the register says. */
export const reportedOn = daysAgo(49)
export function reportedHoldings(world: World): Holding[] {
  const parts: Part[] = [
    ['演示戊', 34.2, '限售流通A股'],
    [holderOf(world.company(at.holding)), 22.5, 'A股流通股'],
    [holderOf(world.company(at.fund)), 15.8, 'A股流通股'],
    [others, 9.6, 'A股流通股'],
    [holderOf(world.company(at.circleOne)), 7.9, 'A股流通股'],
    ['演示甲', 3.1, 'A股流通股'],
    ['演示乙', 2.6, 'A股流通股'],
    ['演示丙', 1.9, 'A股流通股'],
    ['演示丁', 1.4, 'A股流通股'],
    [foreign, 1, 'H股'],
  ]
  return parts.map(([who, percent, holdType = null]) => ({
    holder: typeof who === 'string' ? person(who) : who,
    percent,
    since: '2016-06-30',
    holdType,
  }))
}

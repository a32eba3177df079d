import { at } from './cast.ts'
import type { DemoCompany } from './company.ts'
import { daysAgo } from './days.ts'
import type { Holding } from './holdings.ts'
import { ownerChanges } from './owner-changes.ts'
import { type Change, changeItems, drawDays, type Former, formerOf, type Step, walkBack } from './register-steps.ts'
import { people } from './words.ts'
import type { World } from './world.ts'

export type Senior = { name: string; positions: string[]; since: string }
export type RegisterLife = {
  changes: Change[]
  seniors: Senior[]
  formerOwners: (Former & { percent: number })[]
  formerSeniors: (Former & { positions: string[] })[]
  legalRepOn: (day: string) => string
}

/** How often each thing changed; `owners` beside those who must have come in later. */
type Plan = Record<'owners' | 'seniors' | 'legalRep' | 'capital' | 'address' | 'scope' | 'articles', number>

const lanshanPlan: Plan = { owners: 1, seniors: 2, legalRep: 0, capital: 2, address: 1, scope: 2, articles: 2 }
const longPlan: Plan = { owners: 3, seniors: 4, legalRep: 2, capital: 3, address: 3, scope: 2, articles: 3 }

const fixedPlans: Partial<Record<number, Plan>> = { [at.lanshan]: lanshanPlan, [at.longHistory]: longPlan }

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

const written = (amount: number, unit: string) => `${amount} ${unit}`
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

import type { DemoCompany } from './company.ts'
import type { Holding } from './holdings.ts'
import { changeItems, drawDays, formerOf, walkBack } from './register-steps.ts'
import { people } from './words.ts'
import type { World } from './world.ts'

const isListed = ({ row }: DemoCompany) => row.businessType.includes('（上市')

type Owner = { name: string; percent: number }
const ownersText = (owners: readonly Owner[], others: readonly Owner[], mark: string) =>
  owners
    .map(({ name, percent }) => `${name} ${percent}%${others.some((other) => other.name === name) ? '' : mark}`)
    .join('；')

/** Whoever came in later has somebody before; persons also change by draw. Sets `since` of those who came in. */
export function ownerChanges(world: World, company: DemoCompany, holdings: Holding[], count: number) {
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

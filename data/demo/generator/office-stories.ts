import { addPenalty, addPledge, addSeriousViolation, addTaxViolation } from './business.ts'
import { at } from './cast.ts'
import { daysAfter, daysAgo } from './days.ts'
import type { Lives } from './lives.ts'
import { addMatter } from './matter-records.ts'
import { sideOf } from './matters.ts'
import { courtsIn } from './words.ts'
import { aboutCompany, type World } from './world.ts'

/** Pledges that stand, are cancelled and revoked, in money and in shares. */
export function pledges(world: World, { holdings }: Lives) {
  const bank = world.company(at.bank)
  const pledgee = { name: bank.name, code: bank.code }
  const of = (place: number, one: number) => {
    const holding = holdings.get(place)?.[one]
    if (holding === undefined) throw new Error(`company ${place} has no owner ${one}`)
    return { company: world.company(place), holding, pledgee }
  }
  const since = (place: number, one: number, days: number) => daysAfter(of(place, one).holding.since, days)
  addPledge(world, { ...of(at.lanshan, 1), registeredOn: since(at.lanshan, 1, 40), share: 0.5 })
  addPledge(world, { ...of(at.supplyChain, 0), registeredOn: daysAgo(830), share: 1, ending: { day: daysAgo(210) } })
  addPledge(world, {
    ...of(at.technology, 1),
    registeredOn: daysAgo(640),
    share: 0.8,
    ending: { day: daysAgo(500), revoked: '登记材料不真实' },
  })
  addPledge(world, { ...of(at.listed, 0), registeredOn: daysAgo(300), share: 0.25, unit: '万股' })
  addPledge(world, { ...of(at.manufacturer, 1), pledgee: { name: '演示丙' }, registeredOn: daysAgo(150), share: 0.4 })
}

/** Violations in every state a source knows, and what nobody may see any more. */
export function violations(world: World, { legalRepOn }: Lives) {
  const serious = [
    [at.revoked, 500, null],
    [at.untold, 800, 300],
    // Past its three years.
    [13, 1_500, null],
  ] as const
  for (const [place, added, removed] of serious) {
    const company = world.company(place)
    if (company.foundedOn >= daysAgo(added)) continue
    addSeriousViolation(world, company, daysAgo(added), removed === null ? null : daysAgo(removed))
  }
  const tax = [
    [at.revoked, 420, 'current'],
    [32, 700, 'repaired'],
    [12, 380, 'disputed'],
    [19, 1_300, 'expired'],
    [18, 260, 'withdrawn'],
  ] as const
  for (const [place, days, standing] of tax) {
    const company = world.company(place)
    const day = daysAgo(days)
    if (company.foundedOn < day) addTaxViolation(world, company, day, legalRepOn(place)(day), standing)
  }
  const unseen = world.company(at.longHistory)
  addPenalty(world, unseen, { standing: 'expired' })
  addPenalty(world, unseen, { standing: 'withdrawn' })
  addPenalty(world, unseen, { standing: 'disputed', isGrave: true })
  addMatter(world, {
    creditor: sideOf(world.company(at.bank)),
    debtor: sideOf(unseen),
    cause: '金融借款合同纠纷',
    amount: 640_000,
    court: courtsIn(unseen.region)[0],
    filedOn: daysAgo(900),
    reach: 'dishonest',
    ending: 'withdrawn',
    legalRepOn: legalRepOn(at.longHistory),
  })
  const told = addPenalty(world, unseen, { standing: 'current' })
  if (told !== null)
    world.remove('punishment', { ...aboutCompany(unseen), docNo: told['docNo'], office: told['office'] })
}

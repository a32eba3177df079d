import { addAbnormality, addPenalty } from './business.ts'
import { at } from './cast.ts'
import { AS_OF, daysAgo, yearOf } from './days.ts'
import type { Lives } from './lives.ts'
import { addMatter } from './matter-records.ts'
import { sideOf, sideOfPerson } from './matters.ts'
import { courtsIn } from './words.ts'
import type { World } from './world.ts'

const REPORTING = '违反财产报告制度'

/** 澜山: one listing stands, one is disputed, three are over; a former legal representative is restricted. */
export function lanshan(world: World, { legalRepOn }: Lives) {
  const company = world.company(at.lanshan)
  const [court] = courtsIn(company.region)
  const debtor = sideOf(company)
  const maker = sideOf(world.company(at.manufacturer))
  const bank = sideOf(world.company(at.bank))
  const base = { debtor, court, reach: 'dishonest', cause: '买卖合同纠纷', legalRepOn: legalRepOn(at.lanshan) } as const
  const number = (year: number, type: string, place: number) => world.keep(`（${year}）${court.code}${type}${place}号`)
  addMatter(world, {
    ...base,
    creditor: maker,
    amount: 1_250_000,
    filedOn: daysAgo(330),
    ending: 'running',
    isServedByNotice: true,
    guarantor: sideOfPerson('演示丁'),
    numbers: { first: number(2025, '民初', 567), execution: number(2026, '执', 1234) },
    days: { executedOn: daysAgo(92), listedOn: daysAgo(21) },
  })
  addMatter(world, {
    ...base,
    creditor: bank,
    cause: '金融借款合同纠纷',
    amount: 532_100.5,
    filedOn: daysAgo(700),
    ending: 'disputed',
    numbers: { execution: number(2025, '执', 977) },
    days: { executedOn: daysAgo(500), listedOn: daysAgo(440) },
  })
  addMatter(world, {
    ...base,
    creditor: maker,
    amount: 86_000,
    filedOn: daysAgo(1_560),
    ending: 'paid',
    numbers: { execution: number(2023, '执', 882) },
    days: { executedOn: daysAgo(1_320), listedOn: daysAgo(1_286), removedOn: daysAgo(1_044) },
  })
  addMatter(world, {
    ...base,
    creditor: sideOf(world.company(at.supplyChain)),
    amount: 47_300,
    filedOn: daysAgo(2_400),
    ending: 'settled',
    numbers: { execution: number(2021, '执恢', 31) },
    days: { executedOn: daysAgo(2_110), listedOn: daysAgo(2_063), removedOn: daysAgo(1_826) },
  })
  addMatter(world, {
    ...base,
    creditor: sideOf(world.company(at.jointVenture)),
    amount: 19_800,
    filedOn: daysAgo(2_960),
    ending: 'termOver',
    conduct: REPORTING,
    numbers: { execution: number(2019, '执', 407) },
    days: { executedOn: daysAgo(2_700), listedOn: daysAgo(2_665), removedOn: daysAgo(1_934) },
  })
  addMatter(world, {
    ...base,
    creditor: sideOfPerson('演示己'),
    cause: '劳动争议',
    amount: 32_400,
    court: courtsIn('990001')[1],
    filedOn: daysAgo(60),
    reach: 'filed',
    ending: 'running',
  })
  addPenalty(world, company, { standing: 'current', isToldTwice: true, legalRep: company.legalRep })
  addPenalty(world, company, { standing: 'repaired' })
  addAbnormality(world, company, daysAgo(135), null)
  addAbnormality(world, company, `${yearOf(AS_OF) - 3}-07-08`, daysAgo(1_000))
}

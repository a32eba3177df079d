import { at } from './cast.ts'
import { daysAfter, daysAgo } from './days.ts'
import type { Lives } from './lives.ts'
import { addMatter } from './matter-records.ts'
import { sideOf, sideOfPerson } from './matters.ts'
import { courtsIn } from './words.ts'
import type { World } from './world.ts'

const [firstCourt] = courtsIn('990001')

/** Three listings, all over: no tag, and nothing current. */
export function cleared(world: World, { legalRepOn }: Lives) {
  const company = world.company(at.cleared)
  const endings = ['paid', 'settled', 'paid'] as const
  endings.forEach((ending, place) => {
    const executedOn = daysAgo(900 + place * 400)
    addMatter(world, {
      creditor: sideOf(world.company(at.bank)),
      debtor: sideOf(company),
      cause: '金融借款合同纠纷',
      amount: 300_000 + place * 125_000,
      court: courtsIn(company.region)[0],
      filedOn: daysAfter(executedOn, -300),
      reach: 'dishonest',
      ending,
      legalRepOn: legalRepOn(at.cleared),
      days: { executedOn },
    })
  })
}

/** A company that only ever went to court for its money. */
export function plaintiff(world: World, { legalRepOn }: Lives) {
  const debtors = [4, 12, 16, 19, 32].map((place) => world.company(place))
  const outcomes = [undefined, '部分胜诉', '撤诉', '驳回', undefined] as const
  debtors.forEach((debtor, place) => {
    const filedOn = daysAgo(200 + place * 40)
    if (debtor.foundedOn > filedOn || debtor.lastDay < filedOn) return
    const outcome = outcomes[place]
    addMatter(world, {
      creditor: sideOf(world.company(at.manufacturer)),
      debtor: sideOf(debtor),
      cause: '承揽合同纠纷',
      amount: 90_000 + place * 35_500,
      court: firstCourt,
      filedOn,
      reach: place === 4 ? 'appealed' : 'judged',
      ending: 'running',
      legalRepOn: legalRepOn(debtor.at),
      ...(outcome !== undefined && { outcome }),
    })
  })
}

/** What a job seeker asks for: disputes about work, the company on the other side. */
export function employer(world: World) {
  const company = world.company(at.employer)
  const causes = ['追索劳动报酬纠纷', '经济补偿金纠纷', '劳动争议', '确认劳动关系纠纷', '劳动争议']
  causes.forEach((cause, place) => {
    addMatter(world, {
      creditor: sideOfPerson(['演示甲', '演示乙', '演示丙', '演示丁', '演示庚'][place] ?? '演示甲'),
      debtor: sideOf(company),
      cause,
      amount: 12_000 + place * 7_500,
      court: courtsIn(company.region)[1],
      filedOn: daysAgo(45 + place * 220),
      reach: place === 0 ? 'filed' : 'judged',
      ending: 'running',
    })
  })
}

/** Both namesakes are in court; only what tells a code belongs to one of them. */
export function namesakes(world: World, { legalRepOn }: Lives) {
  const east = world.company(at.namesakeEast)
  const base = {
    creditor: sideOf(world.company(at.bank)),
    cause: '金融借款合同纠纷',
    ending: 'running',
    court: firstCourt,
  } as const
  addMatter(world, {
    ...base,
    debtor: sideOf(east),
    amount: 410_000,
    filedOn: daysAgo(500),
    reach: 'dishonest',
    legalRepOn: legalRepOn(at.namesakeEast),
  })
  for (const filedOn of [daysAgo(420), daysAgo(380)]) {
    addMatter(world, {
      ...base,
      debtor: { name: east.name, type: 1, isToldByNameAlone: true },
      amount: 77_000,
      filedOn,
      reach: 'executed',
    })
  }
}

/** What courts published and marked, took back or let run out afterwards. */
export function published(world: World, { legalRepOn }: Lives) {
  const states = [
    { recordStatus: '异议处理中' },
    { recordStatus: '历史', removedAt: daysAgo(90), removedReason: '来源已停止公开' },
    { recordStatus: '已撤销', removedAt: daysAgo(80), removedReason: '来源已撤回' },
    { displayUntil: daysAgo(10) },
  ]
  const company = world.company(at.longHistory)
  states.forEach((courtState, place) => {
    addMatter(world, {
      creditor: sideOf(world.company(at.manufacturer)),
      debtor: sideOf(company),
      cause: '承揽合同纠纷',
      amount: 55_000 + place * 11_000,
      court: courtsIn(company.region)[1],
      filedOn: daysAgo(330 + place * 60),
      reach: 'judged',
      ending: 'running',
      isServedByNotice: true,
      legalRepOn: legalRepOn(at.longHistory),
      courtState,
    })
  })
}

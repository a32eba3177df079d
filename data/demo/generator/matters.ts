import type { DemoCompany } from './company.ts'
import { AS_OF, daysAfter } from './days.ts'
import type { Court } from './words.ts'
import type { PartyCell, Told, World } from './world.ts'

/** One dispute from its filing to whatever became of it: every record of it agrees with the others. */

export type Side = { name: string; type: 1 | 2 | 3; company?: DemoCompany; isToldByNameAlone?: true }

export const sideOf = (company: DemoCompany): Side => ({ name: company.name, type: 1, company })
export const sideOfPerson = (name: string): Side => ({ name, type: 2 })

/** How far it went. */
export const reaches = ['filed', 'judged', 'appealed', 'executed', 'dishonest'] as const
export type Reach = (typeof reaches)[number]

/** What became of its execution and of what followed from it. */
export type Ending =
  | 'running'
  /** Paid: out of every list. */
  | 'paid'
  /** Settled with the creditor, or the term was over: out of every list. */
  | 'settled'
  | 'termOver'
  /** Somebody objects, and it is looked into. */
  | 'disputed'
  /** The court took it back. */
  | 'withdrawn'

export type MatterPlan = {
  creditor: Side
  debtor: Side
  /** Who answers for the debtor, as a guarantor. */
  guarantor?: Side
  thirdParty?: Side
  cause: string
  /** 元. */
  amount: number
  court: Court
  filedOn: string
  reach: Reach
  ending: Ending
  /** Served by publication, because nobody was found. */
  isServedByNotice?: boolean
  outcome?: '胜诉' | '败诉' | '部分胜诉' | '撤诉' | '驳回'
  /** Of the debtor, on a day. */
  legalRepOn?: (day: string) => string
  /** How what the courts published of it stands, where not as it was published. */
  courtState?: Told
  /** Fixed by a story; all else is drawn. */
  numbers?: { first?: string; execution?: string }
  conduct?: string
  /** Days a story fixes. */
  days?: Partial<Pick<Matter, 'executedOn' | 'listedOn' | 'removedOn'>>
}

/** The plan with every number and day of its way; days that lie ahead are told only where a source would tell them. */
export type Matter = MatterPlan & {
  first: string
  second: string
  execution: string
  scheduledOn: string
  hearingOn: string
  noticeOn: string
  judgedOn: string
  finalOn: string
  executedOn: string
  listedOn: string
  restrictedOn: string
  removedOn: string
}

const after = ({ draw }: World, day: string, least: number, most: number) => daysAfter(day, draw.between(least, most))

export function matterOf(world: World, plan: MatterPlan): Matter {
  const { court, filedOn } = plan
  const scheduledOn = after(world, filedOn, 15, 30)
  const noticeOn = after(world, scheduledOn, 1, 4)
  // A notice must have hung out thirty days before the hearing.
  const hearingOn = after(world, scheduledOn, plan.isServedByNotice === true ? 40 : 20, 60)
  const judgedOn = after(world, hearingOn, 15, 40)
  const upper = court.next ?? court
  const appealFiledOn = after(world, judgedOn, 12, 20)
  const finalOn = plan.reach === 'appealed' ? after(world, appealFiledOn, 50, 85) : judgedOn
  const executedOn = plan.days?.executedOn ?? after(world, finalOn, 30, 80)
  const restrictedOn = after(world, executedOn, 15, 40)
  const listedOn = plan.days?.listedOn ?? after(world, executedOn, 30, 75)
  return {
    ...plan,
    ...(plan.reach === 'appealed' && { outcome: '部分胜诉' }),
    first: plan.numbers?.first ?? world.caseNumber(court, filedOn, '民初'),
    second: world.caseNumber(upper, appealFiledOn, '民终'),
    execution: plan.numbers?.execution ?? world.caseNumber(court, executedOn, '执'),
    scheduledOn,
    hearingOn,
    noticeOn,
    judgedOn,
    finalOn,
    executedOn,
    restrictedOn,
    listedOn,
    removedOn: plan.days?.removedOn ?? after(world, listedOn, 60, 300),
  }
}

export const hasReached = ({ reach }: MatterPlan, step: Reach): boolean =>
  reaches.indexOf(reach) >= reaches.indexOf(step)

/** Whether a source could have told it. */
export const isTold = (day: string): boolean => day <= AS_OF

/** A party as a source tells it. */
export function partyCell(
  role: string,
  { name, type, company, isToldByNameAlone }: Side,
  statement?: string,
): PartyCell {
  return {
    role,
    name,
    type,
    ...(company !== undefined && isToldByNameAlone !== true && { creditCode: company.code }),
    ...(statement !== undefined && { statement }),
  }
}

/** Who stood in court, in the words of the first instance or of the second. */
export function partiesOf(
  matter: Matter,
  instance: 'first' | 'second',
  statements?: { creditor: string; debtor: string },
): PartyCell[] {
  // Whoever did not get all appeals: the creditor.
  const [left, right] = instance === 'first' ? ['原告', '被告'] : ['上诉人', '被上诉人']
  const { creditor, debtor, guarantor, thirdParty } = matter
  return [
    partyCell(left, creditor, statements?.creditor),
    partyCell(right, debtor, statements?.debtor),
    ...(guarantor === undefined ? [] : [partyCell(right, guarantor)]),
    ...(thirdParty === undefined ? [] : [partyCell('第三人', thirdParty)]),
  ]
}

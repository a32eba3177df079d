import { companyFacts, type Fact } from '@baiqicha/contract/company-facts'
import { type Evidence, textsIn } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import type { QuestionPart } from '../../question/parsed-question.ts'
import { type Asked, LEADERS } from '../asked.ts'
import type { Statement } from '../statement.ts'
import { composeFacts } from './compose-facts.ts'
import { joined, KNOWN_LEAD } from './compose-overview.ts'
import { composeHolders, composeLeaders } from './compose-records.ts'
import { nearestPhrases } from './known-facts.ts'

/** What was read in case the answer lacks what is asked. */
type Beside = {
  /** Evidence of calls of which no source states any fact. */
  unstated: readonly Evidence[]
  /** Offices of the person of a claim. */
  claimed: readonly ToolResult[]
  /** Who leads the company, where the person of the question is no officer or the office or the company has no holder. */
  leaders: readonly ToolResult[]
  /** Legal representatives, where no source states the officers. */
  representatives: readonly ToolResult[]
}

const isMissing = ({ fields }: Evidence) => 'missing' in fields
const isStated = ({ citedType }: Evidence) => citedType === 'facts'

/** Whether no source states any of the facts of a call: what its evidence states is then nearest to them. */
function isUnstated({ call, evidence }: ToolResult): boolean {
  const labels = evidence.flatMap((one) => textsIn(one, 'missing'))
  const wanted = call.tool === 'company_facts' ? call.arguments.facts : []
  return wanted.length > 0 && wanted.every((fact) => labels.includes(companyFacts[fact].label))
}

/** Whether a list has a record. */
export const hasRecord = ({ evidence }: ToolResult) => evidence.some(({ citedType }) => citedType === 'record')

/** Divides the results of a part into those that answer it and what may stand beside the answer. */
export function splitBeside(
  { intent, person, term }: QuestionPart,
  { claim }: Asked,
  gathered: readonly ToolResult[],
): { results: readonly ToolResult[]; beside: Beside } {
  const officers = gathered.flatMap((one) => {
    const { call } = one
    if (call.tool !== 'records' || call.arguments.kind !== 'keyPerson') return []
    return [{ one, of: call.arguments.person ?? null, office: call.arguments.position ?? null }]
  })
  const claimed = claim === null ? [] : officers.flatMap(({ one, of }) => (of === claim.name ? one : []))
  const isOfOwner = intent === 'ownership'
  const isOfOfficer = isOfOwner || (intent === 'people' && claim === null && (person ?? term) !== null)
  const leaders = officers.flatMap(({ one, of, office }) => {
    const isOfLeader = isOfOfficer && of === null && office !== term && LEADERS.some((leader) => leader === office)
    return isOfLeader ? one : []
  })
  const isKnown =
    officers.some(({ one }) => !leaders.includes(one) && hasRecord(one)) ||
    (isOfOwner && gathered.some((one) => one.call.tool === 'ownership' && hasRecord(one)))
  const representatives =
    intent === 'people' || isOfOwner ? gathered.filter(({ call }) => call.tool === 'company_facts') : []
  const isConnected =
    isKnown || officers.some(({ one }) => one.evidence.some(({ citedType }) => citedType === 'records'))
  return {
    results: gathered
      .filter((one) => !claimed.includes(one) && !leaders.includes(one) && !representatives.includes(one))
      .map((one) => (isUnstated(one) ? { ...one, evidence: one.evidence.filter(isMissing) } : one)),
    beside: {
      unstated: gathered.filter(isUnstated).flatMap(({ evidence }) => evidence),
      claimed,
      leaders: isKnown ? [] : leaders,
      representatives: isConnected ? [] : representatives,
    },
  }
}

/** Facts that a word brings along: 注销 asks for the status, 总部 for the address. */
const broughtAlong: readonly Fact[] = ['ended', 'region', 'mailAddress']

/** What is known beside the only fact that is asked and that no source states, and beside a person who does not hold an office. */
export function composeBeside(
  { intent, facts, uncollected }: QuestionPart,
  {
    asked: { claim, staffKind },
    stated,
    isOnlyPart,
  }: { asked: Asked; stated: readonly Statement[]; isOnlyPart: boolean },
  { unstated, claimed, leaders, representatives }: Beside,
): Statement[] {
  const isNamed = claim !== null && stated.some(({ text }) => text.includes(claim.name))
  const rowsOfLeaders = leaders.flatMap(({ evidence }) => evidence)
  const ofPersons = [
    ...(isNamed
      ? []
      : claimed.flatMap((one) => composeHolders(one, { claim: null, sameOffices: null, surname: null }) ?? [])),
    ...[...Map.groupBy(rowsOfLeaders, ({ company }) => company?.id).values()].flatMap((rows) => composeLeaders(rows)),
    ...representatives.flatMap((one) => composeFacts({ ...one, evidence: one.evidence.filter(isStated) })),
  ]
  if (ofPersons.length > 0) return ofPersons
  const [fact, ...others] = facts.length === 1 ? facts : facts.filter((one) => !broughtAlong.includes(one))
  // The number of all staff does not stand in for that of a kind of staff.
  if (!isOnlyPart || intent !== 'facts' || staffKind !== null) return []
  if (fact === undefined || others.length + uncollected.length > 0) return []
  const isUnknown = stated.every(({ text }) => /^[^，。；]*(?:未收录|未接入)/u.test(text))
  return isUnknown ? joined(nearestPhrases(unstated, companyFacts[fact].group), KNOWN_LEAD) : []
}

import { recordViews } from '@baiqicha/contract/records/record'
import type { Evidence } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import { shownValue } from '../../tools/shown-value.ts'
import type { Statement } from '../statement.ts'
import { countSentence, notConnectedSentence, recordSentence } from './compose-records.ts'
import { asOfClause, asOfNote, labelled, numberIn, paragraph, sentence } from './sentence.ts'

/** Kinds of which nothing was found, in one sentence per date. */
function nothingFound(lists: readonly Evidence[]): Statement[] {
  const byDate = Map.groupBy(lists, ({ date }) => date)
  return [...byDate].map(([date, same]) =>
    sentence(
      `${asOfClause(date)}未查询到${same[0]?.company?.name ?? ''}的${same.map(({ label }) => label).join('、')}。`,
      same.map((evidence) => ({ evidence, fields: ['total'] })),
    ),
  )
}

/** Counts of several kinds, the rows of those that were read, and what is not connected. */
export function composeOverview(coverage: ToolResult, read: readonly ToolResult[]): Statement[] {
  const lists = coverage.evidence.filter(({ citedType }) => citedType === 'records')
  const found = lists.filter((list) => numberIn(list, 'total') > 0)
  const summary = coverage.evidence.find(({ citedType, fields }) => citedType === 'coverage' && 'connection' in fields)
  let wasRead = false
  const sections = found.flatMap((list) => {
    const rows = read.flatMap(({ evidence }) =>
      evidence.filter(
        ({ recordType, company, citedType }) =>
          citedType === 'record' && recordType === list.recordType && company?.id === list.company?.id,
      ),
    )
    const isUnread = rows.length === 0
    const counted = countSentence(list, { isUnread })
    // A list that is read begins a paragraph of its own, and so does what follows it.
    const isApart = !isUnread || wasRead
    wasRead = !isUnread
    return [{ ...counted, startsParagraph: isApart }, ...rows.map(recordSentence)]
  })
  const empty = lists.filter((list) => numberIn(list, 'total') === 0)
  return [
    ...sections,
    ...paragraph([...nothingFound(empty), ...(summary === undefined ? [] : [notConnectedSentence(summary)])]),
  ]
}

/** What can be looked up of a company whose asked data are not collected: the kinds that have records. */
export function composeAvailable({ evidence }: ToolResult): Statement[] {
  const lists = evidence.filter((list) => list.citedType === 'records' && numberIn(list, 'total') > 0)
  const [first] = lists
  if (first === undefined) return []
  const counts = lists.flatMap((list) => list.fields['total'] ?? []).map(({ value }) => shownValue(value))
  const text = lists.map(({ label }, at) => `${label} ${counts[at] ?? ''}`).join('，')
  return [
    sentence(
      `${first.company?.name ?? ''}可查询：${text}。`,
      lists.map((list) => ({ evidence: list, fields: ['total'] })),
    ),
  ]
}

/** Newest date that a record states; empty: none. */
const dateOf = ({ fields }: Evidence) =>
  Object.values(fields)
    .flatMap(({ value }) => (value.type === 'date' ? value.date : []))
    .toSorted()
    .at(-1) ?? ''

/** The newest record of each kind, the newest first. */
export function composeNewest(coverage: ToolResult, read: readonly ToolResult[]): Statement[] {
  const records = read.flatMap(({ evidence }) => evidence.filter(({ citedType }) => citedType === 'record'))
  const ordered = records.toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)))
  if (ordered.length > 0) return ordered.map(recordSentence)
  const lists = coverage.evidence.filter(
    (list) => list.citedType === 'records' && recordViews.every((view) => numberIn(list, view) === 0),
  )
  return nothingFound(lists)
}

/** Sources and dates of a company or of the store. */
export function composeCoverage({ evidence }: ToolResult): Statement[] {
  return evidence.flatMap((one) => {
    const fields = Object.keys(one.fields)
    if (one.citedType === 'records' || fields.length === 0) return []
    const subject = one.company === null ? '' : `${one.company.name}：`
    const text = Object.values(one.fields).map(labelled).join('，')
    return [sentence(`${subject}${text}${asOfNote(one.date)}。`, [{ evidence: one, fields }])]
  })
}

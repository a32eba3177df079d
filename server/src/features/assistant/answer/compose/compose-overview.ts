import { recordViews } from '@baiqicha/contract/records/record'
import { type Evidence, numberIn, shownValue } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import type { Statement } from '../statement.ts'
import { listSentences, recordSentence } from './compose-records.ts'
import { asOfClause, asOfNote, labelled, paragraph, sentence } from './sentence.ts'
import { notConnectedSentence } from './unconnected.ts'

export const listsOf = ({ evidence }: ToolResult): Evidence[] =>
  evidence.filter(({ citedType }) => citedType === 'records')
export const uncoveredOf = ({ evidence }: ToolResult): Evidence | undefined =>
  evidence.find(({ citedType, fields }) => citedType === 'coverage' && 'connection' in fields)

/** Kinds of which nothing was found, in one sentence per date; `isKnown`: the sentence before states company and date. */
export function nothingFound(lists: readonly Evidence[], isKnown = false): Statement[] {
  return [...Map.groupBy(lists, ({ date }) => date)].map(([date, same]) => {
    const lead = isKnown ? '未查询到' : `${asOfClause(date)}未查询到${same[0]?.company?.name ?? ''}的`
    return sentence(
      `${lead}${same.map(({ label }) => label).join('、')}。`,
      same.map((evidence) => ({ evidence, fields: ['total'] })),
    )
  })
}

/** Counts of several kinds, the rows of those that were read, and what is not connected. */
export function composeOverview(coverage: ToolResult, read: readonly ToolResult[]): Statement[] {
  const lists = listsOf(coverage)
  const uncovered = uncoveredOf(coverage)
  const sections = lists
    .filter((list) => numberIn(list, 'total') > 0)
    .flatMap((list) => {
      const rows = read.flatMap(({ evidence }) =>
        evidence.filter(
          ({ recordType, company, citedType }) =>
            citedType === 'record' && recordType === list.recordType && company?.id === list.company?.id,
        ),
      )
      return paragraph(listSentences(list, rows))
    })
  return [
    ...sections,
    ...paragraph([
      ...nothingFound(lists.filter((list) => numberIn(list, 'total') === 0)),
      ...(uncovered === undefined ? [] : [notConnectedSentence(uncovered)]),
    ]),
  ]
}

/** Newest date that a record states; empty: none. */
const dateOf = ({ fields }: Evidence) =>
  Object.values(fields)
    .flatMap(({ value }) => (value.type === 'date' ? value.date : []))
    .toSorted()
    .at(-1) ?? ''

/** Newest records that an answer states. */
const NEWEST_RECORDS = 5

/** The newest record of each kind, the newest first. */
export function composeNewest(coverage: ToolResult, read: readonly ToolResult[]): Statement[] {
  // A record beside a list of none is outside of the asked time.
  const found = read.filter((one) => listsOf(one).every((list) => numberIn(list, 'total') > 0))
  const records = found.flatMap(({ evidence }) => evidence.filter(({ citedType }) => citedType === 'record'))
  const ordered = records.toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)))
  if (ordered.length > 0)
    return ordered.slice(0, NEWEST_RECORDS).map((record) => recordSentence(record, `${record.label}：`))
  const lists = listsOf(coverage).filter((list) => recordViews.every((view) => numberIn(list, view) === 0))
  const uncovered = uncoveredOf(coverage)
  return [...nothingFound(lists), ...(uncovered === undefined ? [] : [notConnectedSentence(uncovered)])]
}

/** Sources and dates of a company or of the store: 甲已接入：主要人员；未接入：裁判文书. */
export function composeCoverage({ evidence }: ToolResult): Statement[] {
  return evidence.flatMap((one) => {
    const fields = Object.keys(one.fields)
    if (one.citedType === 'records' || fields.length === 0) return []
    const { connected, connection, ...others } = one.fields
    const parts = [
      ...Object.values(others).map((field) =>
        field.label === '合计' ? `收录企业 ${shownValue(field.value)}` : labelled(field),
      ),
      ...(connected === undefined ? [] : [`已接入：${shownValue(connected.value)}`]),
      ...(connection === undefined ? [] : [`未接入：${shownValue(connection.value)}`]),
    ]
    const isKinds = connected !== undefined || connection !== undefined
    const text = `${one.company?.name ?? ''}${parts.join(isKinds ? '；' : '，')}`
    return [sentence(`${text}${asOfNote(one.date)}。`, [{ evidence: one, fields }])]
  })
}

import { kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordViews } from '@baiqicha/contract/records/record'
import { type Evidence, numberIn, shownValue, textsIn } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import type { Situation } from '../asked.ts'
import type { Statement } from '../statement.ts'
import { listSentences, recordSentence, viewsOf } from './compose-records.ts'
import { factPhrases, listPhrases, type Phrase, staffPhrases } from './known-facts.ts'
import { asOfClause, asOfNote, labelled, paragraph, sentence } from './sentence.ts'
import { notConnectedSentences } from './unconnected.ts'

const listsOf = ({ evidence }: ToolResult): Evidence[] => evidence.filter(({ citedType }) => citedType === 'records')
const recordsOf = (results: readonly ToolResult[]): Evidence[] =>
  results.flatMap(({ evidence }) => evidence.filter(({ citedType }) => citedType === 'record'))
const hasRecords = (list: Evidence) => numberIn(list, 'total') > 0

/** Kinds of which nothing was found, in one sentence per date; `isKnown`: the sentence before states company and date. */
function nothingFound(lists: readonly Evidence[], isKnown = false): Statement[] {
  return [...Map.groupBy(lists, ({ date }) => date)].map(([date, same]) => {
    const lead = isKnown ? '未查询到' : `${asOfClause(date)}未查询到${same[0]?.company?.name ?? ''}的`
    const cited = same.map((evidence) => ({ evidence, fields: ['total'] }))
    return sentence(`${lead}${same.map(({ label }) => label).join('、')}。`, cited)
  })
}

/** Counts of several kinds, the rows of those that were read, and what is not connected. */
export function composeOverview(coverage: ToolResult, read: readonly ToolResult[]): Statement[] {
  const lists = listsOf(coverage)
  const records = recordsOf(read)
  const sections = lists.filter(hasRecords).flatMap((list) => {
    const rows = records.filter(
      ({ recordType, company }) => recordType === list.recordType && company?.id === list.company?.id,
    )
    return paragraph(listSentences(list, rows))
  })
  const empty = lists.filter((list) => !hasRecords(list))
  return [...sections, ...paragraph([...nothingFound(empty), ...notConnectedSentences(coverage.evidence)])]
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
  const records = recordsOf(read.filter((one) => listsOf(one).every(hasRecords)))
  const ordered = records.toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)))
  const lists = listsOf(coverage).filter((list) => recordViews.every((view) => numberIn(list, view) === 0))
  const stated = ordered.slice(0, NEWEST_RECORDS).map((record) => recordSentence(record, `${record.label}：`))
  return [...(stated.length > 0 ? stated : nothingFound(lists)), ...notConnectedSentences(coverage.evidence)]
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

/** Characters of an overview before the reader unfolds the rest, its fixed sentences included. */
const OVERVIEW_CHARACTERS = 300

/** Kinds that matter first to the asker. */
const firstKinds: Readonly<Record<Situation, readonly RecordKindKey[]>> = {
  job: ['judicialDocument', 'dishonestExecutor', 'consumptionRestriction'],
  supplier: ['dishonestExecutor', 'executedPerson', 'consumptionRestriction', 'punishment'],
  general: ['dishonestExecutor', 'executedPerson', 'punishment'],
}
const firstTitles = (situation: Situation) => firstKinds[situation].map((kind) => kindTable[kind].title)

/** What the asker is about to do. */
const purposes: Readonly<Record<Situation, string>> = { job: '入职前', supplier: '合作前', general: '' }

/** 失信被执行人当前 1 条、历史 3 条；被执行人当前 2 条. */
const countsText = (lists: readonly Evidence[]) =>
  lists.map((list) => `${list.label}${viewsOf(list).text.replaceAll('，', '、')}`).join('；')

/** Counts of every kind with records. */
function countsSentence(company: string, lists: readonly Evidence[]): Statement[] {
  const [first] = lists
  if (first === undefined) return []
  const cited = lists.map((list) => ({ evidence: list, fields: viewsOf(list).fields }))
  return [sentence(`${company}的公示记录${asOfNote(first.date)}：${countsText(lists)}。`, cited)]
}

/** Labour disputes, which a list narrowed by 劳动争议 counts; its date is that of the counts before. */
function labourSentence(evidence: readonly Evidence[]): Statement[] {
  const own = evidence.filter(({ citedType, fields }) => citedType === 'records' && 'facet-labour' in fields)
  const found = own.filter(hasRecords)
  if (own.length === 0) return []
  const isNone = found.length === 0
  const labels = own.map(({ label }) => label).join('、')
  const cited = (isNone ? own : found).map((list) => {
    return { evidence: list, fields: [...(isNone ? ['total'] : viewsOf(list).fields), 'facet-labour'] }
  })
  return [sentence(isNone ? `未查询到劳动争议的${labels}。` : `其中劳动争议：${countsText(found)}。`, cited)]
}

export function joined(phrases: readonly Phrase[], lead: string): Statement[] {
  const [text, cited] = [phrases.map((one) => one.text).join('，'), phrases.flatMap((one) => one.cited)]
  return phrases.length === 0 ? [] : [sentence(`${lead}${text}。`, cited)]
}

export const lengthOf = (statements: readonly Statement[]) => statements.reduce((sum, { text }) => sum + text.length, 0)

/** What fits in the characters that are left; `always`: how many stand in any case. */
function fitting<One>(all: readonly One[], left: number, sentencesOf: (some: One[]) => Statement[], always = 0): One[] {
  const shown: One[] = []
  for (const one of all) if (shown.length < always || lengthOf(sentencesOf([...shown, one])) <= left) shown.push(one)
  return shown
}

/** The newest record of each kind that was read; of a list of labour disputes, its newest. */
function newestLines(read: readonly ToolResult[], found: readonly Evidence[]): Statement[] {
  const seen = new Set<string>()
  return read.flatMap(({ call, evidence }) => {
    const isLabour = call.tool === 'records' && 'labour' in call.arguments.facets
    const record = evidence.find(({ citedType }) => citedType === 'record')
    const kind = record?.recordType ?? null
    if (record === undefined || kind === null || seen.has(kind)) return []
    if (!found.some((list) => list.recordType === kind)) return []
    seen.add(kind)
    return [recordSentence(record, isLabour ? '劳动争议最近一条：' : `${record.label}最近一条：`)]
  })
}

/** Facts of a company that no length leaves out. */
const ALWAYS_SHOWN = 2

/**
 * A company for the asker: first what the records say, as counts, or that they cannot say it; then known facts; then the newest
 * record of each kind while the answer stays short; then one sentence on what is not connected.
 */
export function composeSituation(
  company: string,
  coverage: ToolResult,
  /** Every other result about the company. */
  read: readonly ToolResult[],
  /** `asksRisk`: otherwise the company is introduced. `reserved`: characters of the fixed sentences of the answer. */
  { situation, asksRisk, reserved }: { situation: Situation; asksRisk: boolean; reserved: number },
): Statement[] {
  const lists = listsOf(coverage)
  const found = lists.filter(hasRecords)
  const empty = lists.filter((list) => !hasRecords(list))
  const gathered = read.flatMap(({ evidence }) => evidence)
  const first = firstTitles(situation)
  const counts = [...countsSentence(company, found), ...(situation === 'job' ? labourSentence(gathered) : [])]
  const isUnknown = asksRisk && lists.length === 0
  const unknown = isUnknown ? notConnectedSentences(coverage.evidence, { first, purpose: purposes[situation] }) : []
  const isNone = asksRisk && counts.length === 0 && empty.length > 0
  const answer = unknown.length > 0 ? unknown : isNone ? nothingFound(empty) : counts
  const isSameDate = found.length > 0 && empty.every(({ date }) => date === found[0]?.date)
  const rest = paragraph([
    ...(isNone ? [] : nothingFound(empty, isSameDate)),
    ...(unknown.length > 0 ? [] : notConnectedSentences(coverage.evidence, { first })),
  ])
  const left = OVERVIEW_CHARACTERS - reserved - lengthOf([...answer, ...rest])
  const records = recordsOf(read)
  const facts = factPhrases(gathered.filter(({ citedType }) => citedType === 'facts'))
  const figures = [...staffPhrases(records), ...listPhrases(records).slice(0, 1)]
  const missing = facts.length + figures.length === 0 ? [] : missingFor(situation, gathered)
  const all = facts.length === 0 ? [...figures, ...missing] : [...facts, ...missing, ...figures]
  const room = left - (asksRisk ? KNOWN_LEAD.length : company.length)
  const phrases = fitting(all, room, (some) => joined(some, ''), ALWAYS_SHOWN)
  const known = joined(phrases, asksRisk ? KNOWN_LEAD : `${company}：`)
  const newest = fitting(newestLines(read, found), left - lengthOf(known), (lines) => lines)
  return asksRisk
    ? [...answer, ...paragraph(known), ...newest, ...rest]
    : [...known, ...paragraph(answer), ...newest, ...rest]
}

export const KNOWN_LEAD = '已知：'

/** What a supplier's customer looks for and no source states. */
function missingFor(situation: Situation, gathered: readonly Evidence[]): Phrase[] {
  if (situation !== 'supplier') return []
  const evidence = gathered.find((one) => textsIn(one, 'missing').includes('实缴资本'))
  return evidence === undefined ? [] : [{ text: '实缴资本未收录', cited: [{ evidence, fields: ['missing'] }] }]
}

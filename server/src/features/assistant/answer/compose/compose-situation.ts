import { kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { type Evidence, numberIn, textsIn } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import type { Situation } from '../asked.ts'
import type { Statement } from '../statement.ts'
import { listsOf, nothingFound, uncoveredOf } from './compose-overview.ts'
import { recordSentence, viewsOf } from './compose-records.ts'
import { factPhrases, listPhrases, type Phrase, staffPhrases } from './known-facts.ts'
import { asOfNote, paragraph, sentence } from './sentence.ts'
import { notConnectedSentence } from './unconnected.ts'

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

type OverviewInput = {
  company: string
  coverage: ToolResult
  /** Every other result about the company. */
  read: readonly ToolResult[]
  situation: Situation
  /** Whether risks are asked about; otherwise the company is introduced. */
  asksRisk: boolean
  /** Characters of the fixed sentences of the answer. */
  reserved: number
}

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
function labourSentence(lists: readonly Evidence[]): Statement[] {
  const own = lists.filter(({ fields }) => 'facet-labour' in fields)
  const found = own.filter((list) => numberIn(list, 'total') > 0)
  if (own.length === 0) return []
  const [text, cited] =
    found.length === 0
      ? [`未查询到劳动争议的${own.map(({ label }) => label).join('、')}`, own]
      : [`其中劳动争议：${countsText(found)}`, found]
  const fieldsOf = (list: Evidence) => (found.length === 0 ? ['total'] : viewsOf(list).fields)
  return [
    sentence(
      `${text}。`,
      cited.map((evidence) => ({ evidence, fields: [...fieldsOf(evidence), 'facet-labour'] })),
    ),
  ]
}

const joined = (phrases: readonly Phrase[], lead: string): Statement[] =>
  phrases.length === 0
    ? []
    : [
        sentence(
          `${lead}${phrases.map(({ text }) => text).join('，')}。`,
          phrases.flatMap(({ cited }) => cited),
        ),
      ]

const lengthOf = (statements: readonly Statement[]) => statements.reduce((sum, { text }) => sum + text.length, 0)

/** The newest record of each kind that was read, while the answer stays short. */
function fitting(lines: readonly Statement[], left: number): Statement[] {
  const shown: Statement[] = []
  for (const line of lines) if (lengthOf([...shown, line]) <= left) shown.push(line)
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

/** Phrases as long as the sentence fits; the first ones always stand. */
function fittingPhrases(phrases: readonly Phrase[], left: number): Phrase[] {
  const shown: Phrase[] = []
  for (const phrase of phrases) {
    const length = lengthOf(joined([...shown, phrase], ''))
    if (shown.length < ALWAYS_SHOWN || length <= left) shown.push(phrase)
  }
  return shown
}
/** Facts of a company that no length leaves out. */
const ALWAYS_SHOWN = 2

/**
 * A company for the asker: first what the records say, as counts, or that they cannot say it; then known facts; then the newest
 * record of each kind while the answer stays short; then one sentence on what is not connected.
 */
export function composeSituation(input: OverviewInput): Statement[] {
  const { company, coverage, read, situation, asksRisk, reserved } = input
  const lists = listsOf(coverage)
  const found = lists.filter((list) => numberIn(list, 'total') > 0)
  const empty = lists.filter((list) => numberIn(list, 'total') === 0)
  const uncovered = uncoveredOf(coverage)
  const gathered = read.flatMap(({ evidence }) => evidence)
  const first = firstTitles(situation)
  const counts = [
    ...countsSentence(company, found),
    ...(situation === 'job' ? labourSentence(gathered.filter(({ citedType }) => citedType === 'records')) : []),
  ]
  const isUnknown = asksRisk && lists.length === 0 && uncovered !== undefined
  const isNone = asksRisk && counts.length === 0 && empty.length > 0
  const answer = isUnknown
    ? [notConnectedSentence(uncovered, { first, purpose: purposes[situation] })]
    : isNone
      ? nothingFound(empty)
      : counts
  const isSameDate = found.length > 0 && empty.every(({ date }) => date === found[0]?.date)
  const rest = paragraph([
    ...(isNone ? [] : nothingFound(empty, isSameDate)),
    ...(uncovered === undefined || isUnknown ? [] : [notConnectedSentence(uncovered, { first })]),
  ])
  const left = OVERVIEW_CHARACTERS - reserved - lengthOf([...answer, ...rest])
  const records = gathered.filter(({ citedType }) => citedType === 'record')
  const phrases = fittingPhrases(
    [
      ...factPhrases(gathered.filter(({ citedType }) => citedType === 'facts')),
      ...missingFor(situation, gathered),
      ...staffPhrases(records),
      ...listPhrases(records),
    ],
    left - (asksRisk ? KNOWN.length : company.length),
  )
  const known = joined(phrases, asksRisk ? KNOWN : `${company}：`)
  const newest = fitting(newestLines(read, found), left - lengthOf(known))
  return asksRisk
    ? [...answer, ...paragraph(known), ...newest, ...rest]
    : [...known, ...paragraph(answer), ...newest, ...rest]
}

const KNOWN = '已知：'

/** What a supplier's customer looks for and no source states. */
function missingFor(situation: Situation, gathered: readonly Evidence[]): Phrase[] {
  if (situation !== 'supplier') return []
  const evidence = gathered.find((one) => textsIn(one, 'missing').includes('实缴资本'))
  return evidence === undefined ? [] : [{ text: '实缴资本未收录', cited: [{ evidence, fields: ['missing'] }] }]
}

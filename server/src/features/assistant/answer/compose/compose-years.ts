import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import {
  type Evidence,
  type EvidenceValue,
  numberIn,
  shownIn,
  shownNumber,
  shownValue,
  textsIn,
} from '../../evidence/evidence.ts'
import { isWithinDays, isWithinRange } from '../../evidence/ranges.ts'
import type { QuestionPart } from '../../question/parsed-question.ts'
import { NOT_COLLECTED } from '../../tools/evidence-fields.ts'
import { type Asked, yearsAsked } from '../asked.ts'
import type { Statement } from '../statement.ts'
import { leadOf } from '../supposed.ts'
import { type Cited, sentence } from './sentence.ts'

/** How a kind of record that is stated by year is written: 员工 288 人, 员工人数; how a year stands before its value: 2021 年末. */
type YearlyForm = {
  what: string
  title?: string
  year: string
  value: string
  yearEnd: '年' | '年末'
  /** What stands behind a value, and the fields that it needs. */
  note?: (record: Evidence) => string
  noteFields?: readonly string[]
}
const yearlyForms = {
  annualEmployees: {
    what: '员工',
    title: '员工人数',
    year: 'year',
    value: 'employees',
    yearEnd: '年末',
    note: (record) => ('reportDate' in record.fields ? `（${shownIn(record, 'reportDate')} 披露）` : ''),
    noteFields: ['reportDate'],
  },
  annualInsurance: { what: '参保人数', year: 'year', value: 'insuredCount', yearEnd: '年' },
  reportedRepresentative: { what: '法定代表人', year: 'year', value: 'name', yearEnd: '年' },
  /** Revenues that lists of companies state, by the year of the revenue. */
  listEntry: {
    what: '营业收入',
    year: 'revenueYear',
    value: 'revenue',
    yearEnd: '年',
    note: (entry) => `（${numberIn(entry, 'year')} ${shownIn(entry, 'listName')}${rankText(entry, '，')}）`,
    noteFields: ['listName', 'year', 'rank'],
  },
} as const satisfies Partial<Record<RecordKindKey, YearlyForm>>
export type YearlyKind = keyof typeof yearlyForms
export const isYearly = (kind: string): kind is YearlyKind => kind in yearlyForms

/** ，第 5 位; empty: the list has no order. */
export const rankText = (entry: Evidence, before = '') =>
  'rank' in entry.fields ? `${before}第 ${shownNumber(numberIn(entry, 'rank'))} 位` : ''

/** Values of one company by year, newest first. `list`: the list that was read. */
type Series = Required<Pick<YearlyForm, 'what' | 'title'>> & {
  kind: YearlyKind
  company: string
  list: Evidence | null
  rows: readonly YearRow[]
  yearOf: (year: number) => string
}
type YearRow = { year: number; text: string; number: number | null; unit: string; note: string; cited: Cited }

/** Older years that a sentence states beside the newest. */
const OLDER_YEARS = 4

/** 8,620.72 亿元 of an amount in 万元 from 1 亿元 on; else the amount as stated. */
export function shownRevenue(value: EvidenceValue): string {
  if (value.type !== 'number' || value.unit !== '万元') return shownValue(value)
  const inYi = value.number / 1e4
  return inYi < 1 ? shownValue(value) : `${shownNumber(Number(inYi.toFixed(2)))} 亿元`
}

/** Entries of lists of companies, the newest first; of one year, that of all industries before one of a part. */
export const listEntries = (evidence: readonly Evidence[]): Evidence[] =>
  evidence
    .filter(({ citedType, recordType }) => citedType === 'record' && recordType === 'listEntry')
    .toSorted(
      (a, b) =>
        numberIn(b, 'year') - numberIn(a, 'year') ||
        textsIn(a, 'listName').join('').length - textsIn(b, 'listName').join('').length,
    )

/** Values of a kind of record by year; of one year the first. */
export function seriesOf(kind: YearlyKind, evidence: readonly Evidence[]): Series {
  const { what, title = what, year, value, yearEnd, note, noteFields = [] }: YearlyForm = yearlyForms[kind]
  const records = kind === 'listEntry' ? listEntries(evidence) : evidence
  const rows = records.flatMap((record): YearRow | [] => {
    const { citedType, recordType, fields, view } = record
    const stated = fields[value]?.value
    if (citedType !== 'record' || recordType !== kind || view === 'history') return []
    if (stated === undefined || !(year in fields)) return []
    const { number = null, unit = '' } = stated.type === 'number' ? stated : {}
    const cited = { evidence: record, fields: [year, value, ...noteFields.filter((name) => name in fields)] }
    return { year: numberIn(record, year), number, unit, text: shownRevenue(stated), note: note?.(record) ?? '', cited }
  })
  return {
    kind,
    company: evidence.find(({ company }) => company !== null)?.company?.name ?? '',
    what,
    title,
    list: evidence.find(({ citedType, recordType }) => citedType === 'records' && recordType === kind) ?? null,
    rows: rows.toSorted((a, b) => b.year - a.year).filter((row, at, all) => row.year !== all[at - 1]?.year),
    yearOf: (one) => `${one} ${yearEnd}`,
  }
}

/** 甲 2024 年营业收入最高，高于乙、丙。 Empty unless all companies have a value of one year, which is one of `years` if there are any. */
export function higherOf(series: readonly Series[], years: readonly number[]): Statement[] {
  const valued = series.flatMap(({ company, what, yearOf, rows }) => {
    const row = rows.find(({ year }) => years.length === 0 || years.includes(year))
    return row === undefined || row.number === null ? [] : [{ company, what, yearOf, row, number: row.number }]
  })
  const [high, second, ...others] = valued.toSorted((a, b) => b.number - a.number)
  if (high === undefined || second === undefined || valued.length < series.length) return []
  if (high.number === second.number || valued.some(({ row }) => row.year !== high.row.year)) return []
  const isPair = others.length === 0
  const lead = isPair ? '' : '最高，'
  const by = isPair ? `，相差 ${shownChange(high.row, high.number - second.number)}` : ''
  const verb = high.row.unit === '人' ? '多于' : '高于'
  const valueOf = ({ row }: { row: YearRow }) => (isPair ? `（${row.text}）` : '')
  const lower = [second, ...others].map((one) => `${one.company}${valueOf(one)}`).join('、')
  const first = `${high.company} ${high.yearOf(high.row.year)}${high.what}${valueOf(high)}`
  return [sentence(`${first}${lead}${verb}${lower}${by}。`, cited(valued.map(({ row }) => row)))]
}

/** Whether the value is what the question supposes: 超过一万人吗. */
function supposedLead({ supposed }: Asked, { number }: YearRow): string {
  if (supposed?.amount == null || supposed.ofPersons === false || number === null) return ''
  return leadOf(supposed, isWithinRange(number, supposed.amount))
}

const shownChange = ({ unit }: YearRow, number: number) => shownRevenue({ type: 'number', number, unit })

const cited = (rows: readonly YearRow[]): Cited[] => rows.map((row) => row.cited)
const valueAt = (text: string) => (/^\d/.test(text) ? ` ${text}` : text)
const listed = ({ yearOf }: Series, rows: readonly YearRow[]) =>
  rows.map(({ year, text }) => `${yearOf(year)}${valueAt(text)}`).join('，')
/** Years, and without a gap as a range: 2019–2021 年. */
const spanText = (years: readonly number[]) => {
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const isSpan = years.length > 2 && last - first === years.length - 1
  return isSpan ? `${first}–${last} 年` : years.map((year) => `${year} 年`).join('、')
}

/** How numbers develop from the first to the last, oldest first. */
function trendOf(numbers: readonly number[]): string {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)]
  const steps = numbers.slice(1).map((number, at) => Math.sign(number - (numbers[at] ?? 0)))
  if (steps.every((step) => step === 0)) return '持平'
  if (steps.length === 1) return last > first ? '增长' : '减少'
  if (steps.every((step) => step > 0)) return '逐年增长'
  if (steps.every((step) => step < 0)) return '逐年减少'
  const turns = steps.filter((step) => step !== 0)
  const isOneTurn = turns.filter((step, at) => at > 0 && step !== turns[at - 1]).length === 1
  const path = !isOneTurn ? '' : turns[0] === 1 ? '（先增后减）' : '（先减后增）'
  return first === last ? `首末持平${path}` : `总体${last > first ? '增长' : '减少'}${path}`
}

/** The list that has no value of the missing years. */
const citedList = ({ list }: Series, missing: readonly number[]): Cited[] =>
  list === null || missing.length === 0 ? [] : [{ evidence: list, fields: ['total'] }]

/** 未收录 2023 年…，最近为 2021 年末 288,186 人. */
function nearestSentence(series: Series, missing: readonly number[]): Statement[] {
  const { company, title, rows, yearOf } = series
  const distance = ({ year }: YearRow) => Math.min(...missing.map((one) => Math.abs(one - year)))
  const [nearest] = rows.toSorted((a, b) => distance(a) - distance(b) || b.year - a.year)
  if (missing.length === 0 || nearest === undefined) return []
  const text = `${NOT_COLLECTED}${company} ${spanText(missing)}的${title}，最近为 ${yearOf(nearest.year)}${valueAt(nearest.text)}${nearest.note}。`
  const others = rows.filter((row) => row !== nearest)
  return [sentence(text, [nearest.cited, ...cited(others), ...citedList(series, missing)])]
}

/** Whether the value was the same in the years: 相同, 不同, or what is not collected. */
function sameSentence(series: Series, rows: readonly YearRow[], missing: readonly number[], asksYears: boolean) {
  const { company, what } = series
  const ordered = rows.toReversed()
  const [value = '', ...others] = new Set(rows.map(({ text }) => text))
  const unknown = missing.length === 0 ? '' : `；${NOT_COLLECTED} ${spanText(missing)}`
  const [differing, alike] = asksYears ? ['不同', '相同'] : ['有变化', '无变化']
  const values = ordered.map(({ year, text }) => `${year} 年为${text}`).join('，')
  const lead = missing.length === 0 && rows.length > 1 ? alike : '无法确认'
  const span = `${spanText(ordered.map(({ year }) => year))}的${what}${rows.length > 1 ? '均' : ''}为${value}`
  const text = others.length > 0 ? `${differing}：${company}的${what} ${values}` : `${lead}：${company} ${span}`
  return sentence(`${text}${unknown}。`, [...cited(rows), ...citedList(series, missing)])
}

/**
 * Values of the years that are asked for: the value, its trend or whether it is the same. A year without a value is named as not
 * collected, beside the nearest one; its value is never another year's.
 */
export function composeYears(series: Series, asked: Asked, { days }: Pick<QuestionPart, 'days'>): Statement[] {
  const { kind, company, what, title, rows, yearOf, list } = series
  const [newest] = rows
  if (newest === undefined) {
    const text = `${NOT_COLLECTED}${company}的${title}，可到${recordKinds[kind].officialSite.name}核查。`
    return list === null ? [] : [sentence(text, [{ evidence: list, fields: ['total'] }])]
  }
  const isNumeric = newest.number !== null
  // 2021 年之前那任法人, and 后来换了没 after a question about one year
  const isOfAll = !isNumeric && (asked.asksFormer || (asked.asksSame && asked.years.length === 0))
  const years = isOfAll ? [] : yearsAsked(asked, days)
  const recent = rows.filter(({ year }) => days === null || isOfAll || isWithinDays(String(year), days))
  const now = asked.asksNow && years.length > 0 && !years.includes(newest.year) ? [newest] : []
  const ofYears = [...now, ...rows.filter(({ year }) => years.includes(year))]
  const wanted = years.length > 0 ? ofYears : recent.length > 1 ? recent : rows
  const missing = years.filter((year) => rows.every((row) => row.year !== year))
  const asksYears = asked.asksSame || asked.asksTrend || asked.asksDifference || asked.comparesWithYear
  const asksChange = asksYears || (asked.supposed?.growth ?? null) !== null
  if (asksChange && !isNumeric && wanted.length > 0 && (wanted.length > 1 || missing.length > 0)) {
    return [sameSentence(series, wanted, missing, years.length > 0)]
  }
  const changed = isNumeric && asksChange ? changeSentence(series, asked, wanted, years) : null
  if (changed !== null) return [changed]
  if (years.length > 0) {
    return [...yearsSentence(series, asked, wanted.toReversed()), ...nearestSentence(series, missing)]
  }
  const older = wanted.filter((row) => row !== newest).slice(0, OLDER_YEARS)
  const others = older.map(({ year, text }) => `${year} 年 ${text}`).join('，')
  const value = `${what}${isNumeric ? ' ' : '为'}${newest.text}${newest.note}${others === '' ? '' : `；${others}`}`
  return [
    sentence(`${supposedLead(asked, newest)}${company} ${yearOf(newest.year)}${value}。`, cited([newest, ...older])),
  ]
}

/** The years of a change: of one year it and the one before, of 比前年 it and the newest, of 比去年 the newest two. */
function comparedYears({ rows }: Series, asked: Asked, years: readonly number[]): readonly number[] {
  const [newest = 0, before = newest] = rows.map(({ year }) => year)
  if (asked.asksLastStep && asked.years.length === 0) return [before, newest]
  const [only = 0, ...more] = years
  if (years.length === 0 || more.length > 0) return years
  return asked.comparesWithYear && only < newest ? [only, newest] : [only - 1, only]
}

/** How the values changed, or the only one; null: there is none of the years. */
function changeSentence(
  series: Series,
  asked: Asked,
  wanted: readonly YearRow[],
  years: readonly number[],
): Statement | null {
  const { company, what, title, yearOf } = series
  const compared = comparedYears(series, asked, years)
  const rows = compared.length === 0 ? wanted : series.rows.filter(({ year }) => compared.includes(year))
  const missing = compared.filter((year) => series.rows.every((row) => row.year !== year))
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (newest === undefined || oldest === undefined) return null
  if (newest !== oldest) return trendSentence(series, asked, [oldest, rows.slice(1, -1).toReversed(), newest], missing)
  const value = `${yearOf(newest.year)}${what} ${newest.text}${newest.note}`
  const text =
    missing.length === 0
      ? `${company}仅收录 ${value}，无法比较各年。`
      : `${NOT_COLLECTED}${company} ${spanText(missing)}的${title}，无法比较；${value}。`
  return sentence(text, [newest.cited, ...citedList(series, missing)])
}

/** Whether the figures developed as the question supposes; null: it supposes nothing of it. */
function isAsSupposed({ supposed }: Asked, numbers: readonly number[]): boolean | null {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)]
  if (supposed?.growth === 'doubled') return last >= 2 * first
  if (supposed === null || supposed.direction === null) return null
  const sign = supposed.direction === 'up' ? 1 : -1
  return supposed.growth === null
    ? sign * (last - first) > 0
    : numbers.slice(1).every((number, at) => sign * (number - (numbers[at] ?? 0)) > 0)
}

/** 总体增长（先减后增）：甲员工由 2019 年末 229,154 人增至 2021 年末 288,186 人，增加 59,032 人，其间 …。 */
function trendSentence(
  series: Series,
  asked: Asked,
  [first, between, last]: readonly [YearRow, readonly YearRow[], YearRow],
  missing: readonly number[],
): Statement {
  const { company, what, yearOf } = series
  const rows = [first, ...between, last]
  const numbers = rows.map(({ number }) => number ?? 0)
  const change = (last.number ?? 0) - (first.number ?? 0)
  const [verb, by] = change > 0 ? ['增至', '增加'] : change < 0 ? ['减至', '减少'] : ['变为', null]
  const difference = by === null ? '' : `，${by} ${shownChange(last, Math.abs(change))}`
  const middle = between.length === 0 ? '' : `，其间 ${listed(series, between)}`
  const since = last === series.rows[0] ? `；${last.year} 年以后未收录` : ''
  const rest = missing.length > 0 ? `；${NOT_COLLECTED} ${spanText(missing)}` : since
  const lead = leadOf(asked.supposed, isAsSupposed(asked, numbers))
  const text = `${lead}${trendOf(numbers)}：${company}${what}由 ${yearOf(first.year)} ${first.text}${verb} ${yearOf(last.year)} ${last.text}`
  return sentence(`${text}${difference}${middle}${rest}。`, [...cited(rows), ...citedList(series, missing)])
}

/** The values of the years: 2019 年末员工 229,154 人. Rows: oldest first. */
function yearsSentence(series: Series, asked: Asked, rows: readonly YearRow[]): Statement[] {
  const { company, what, yearOf } = series
  const [only, ...others] = rows
  if (only === undefined) return []
  if (others.length > 0) return [sentence(`${company}的${what}：${listed(series, rows)}。`, cited(rows))]
  const value = only.number === null ? `的${what}为${only.text}（年报）` : `${what} ${only.text}${only.note}`
  return [sentence(`${supposedLead(asked, only)}${company} ${yearOf(only.year)}${value}。`, [only.cited])]
}

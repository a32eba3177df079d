import { coveredPeriod, coveredTitle } from '@baiqicha/contract/records/coverage-limits'
import { isAmount, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { EMPLOYEES_NOTE, INSURED_NOTE } from '@baiqicha/contract/records/kind-notes'
import { kindTable, type ListedKindKey } from '@baiqicha/contract/records/kind-table'
import { type RecordList, type RecordRow, recordViews } from '@baiqicha/contract/records/record'
import {
  type FactAnswer,
  type FactReader,
  formatCount,
  marked,
  type PerspectiveInput,
  sentenceRow,
  sourcesOfList,
  unmarked,
} from './perspective-fact.rules.ts'

/** Colour of current records; null: a record of the kind is no risk by itself. */
type Tone = 'red' | 'amber' | null

/** What the newest record in force adds to its date; null: nothing. */
type Detail = (fields: RecordFields) => string | null

const restricted: Detail = (fields) => {
  const role = textOf(fields, 'restrictedRole')
  return role === null || role === '其他' ? null : `限制对象为${role}`
}
const fined: Detail = ({ fineAmount: fine }) => (isAmount(fine) ? `罚款 ${formatCount(fine.value)} ${fine.unit}` : null)
const reason =
  (field: string): Detail =>
  (fields) =>
    textOf(fields, field)

/** ；异议处理中 1 条；历史 2 条 */
const otherCounts = ({ counts: { disputed, history } }: RecordList) =>
  [disputed > 0 && `；异议处理中 ${formatCount(disputed)} 条`, history > 0 && `；历史 ${formatCount(history)} 条`]
    .filter((word) => word !== false)
    .join('')

/** ：2026-07-02，罚款 2 万元 of one record, and ，最近 2026-07-02 … of several. */
function newestText([row]: readonly RecordRow[], count: number, detail: Detail | undefined): string {
  if (row === undefined) return ''
  const date = row.publishedAt
  const more = detail?.(row.fields) ?? null
  const words = [date === null ? null : `${count > 1 ? '最近 ' : ''}${date}`, more].filter((word) => word !== null)
  return words.length === 0 ? '' : `：${words.join('，')}`
}

function riskRow(
  { withRecords }: PerspectiveInput,
  list: RecordList,
  { kind, tone, detail }: { kind: ListedKindKey; tone: Tone; detail?: Detail },
): FactAnswer {
  const sources = sourcesOfList(list)
  const { title } = kindTable[kind]
  const { current } = list.counts
  const to = { kind, filters: {} }
  if (current > 0) {
    const newest = withRecords ? newestText(list.list, current, detail) : ''
    const sentence = [
      marked(`${title} ${formatCount(current)} 条`, tone ?? 'strong'),
      unmarked(`${newest}${otherCounts(list)}。`),
    ]
    return sources.length === 0 ? 'unconnected' : sentenceRow({ tone, sentence, sources, list: to })
  }
  // Past records of a company that no source covers say nothing about records in force.
  if (!list.connected || sources.length === 0) return 'unconnected'
  const period = coveredPeriod(list.limits)
  const covered = period === null ? '' : `（${period}）`
  const asOf = sources[0]?.asOf ?? null
  const text = `${asOf === null ? '' : `截至 ${asOf}，`}未查询到当前有效的${coveredTitle(kind, list.limits)}记录${covered}${otherCounts(list)}。`
  return sentenceRow({ tone: 'mute', sentence: [unmarked(text)], sources, list: to })
}

const riskFact =
  (kind: ListedKindKey, tone: Tone, detail?: Detail): FactReader =>
  async (input) => {
    const list = await input.list(kind, { pageSize: 1 })
    return riskRow(input, list, { kind, tone, ...(detail !== undefined && { detail }) })
  }

/** Readers of the kinds of risk, by kind. */
export const riskFacts = {
  dishonestExecutor: riskFact('dishonestExecutor', 'red', reason('performance')),
  consumptionRestriction: riskFact('consumptionRestriction', 'red', restricted),
  executedPerson: riskFact('executedPerson', 'amber'),
  taxViolation: riskFact('taxViolation', 'red', reason('caseNature')),
  seriousViolation: riskFact('seriousViolation', 'red', reason('type')),
  businessRisk: riskFact('businessRisk', 'amber', reason('addReason')),
  punishment: riskFact('punishment', 'amber', fined),
  equityPledge: riskFact('equityPledge', null),
} as const

/** Records in force read to find the entries about wages: more are never in force at a time. */
const WAGE_ENTRIES = 50

/**
 * 拖欠农民工工资失信名单 is an entry of 严重违法失信 that names wages. The sources of that kind need not cover the list, so
 * without an entry the fact is unconnected, and never none.
 */
export const wageFact: FactReader = async (input) => {
  const list = await input.list('seriousViolation', { pageSize: WAGE_ENTRIES })
  const entries = list.list.filter(({ fields }) =>
    /工资|劳动报酬/.test(`${textOf(fields, 'type') ?? ''}${textOf(fields, 'addReason') ?? ''}`),
  )
  const [newest] = entries
  if (newest === undefined) return 'unconnected'
  const text = input.withRecords && newest.publishedAt !== null ? `，${newest.publishedAt} 列入` : ''
  return sentenceRow({
    tone: 'red',
    sentence: [marked(`拖欠工资失信名单 ${formatCount(entries.length)} 条`, 'red'), unmarked(`${text}，当前有效。`)],
    sources: newest.sources,
    list: { kind: 'seriousViolation', filters: {} },
  })
}

/** Newest years that a chart shows. */
const YEARS = 5

/** Change in percent with one decimal; null where the year before is unknown or has 0 people. */
const changeOf = (count: number, before: number | undefined) =>
  before === undefined || before === 0 ? null : Math.round(((count - before) / before) * 1000) / 10

/** A row of the number of people by year. A year that no source states is left out. */
const peopleFact =
  (kind: 'annualEmployees' | 'annualInsurance', field: string, note: string): FactReader =>
  async ({ detail: { jobSeeker }, list }) => {
    const shown = kind === 'annualInsurance' ? jobSeeker.insured : jobSeeker.employees
    const [newest, previous] = shown
    if (newest === undefined) {
      return (await list(kind, { pageSize: 1 })).connected ? 'unrecorded' : 'unconnected'
    }
    const records = await list(kind, { pageSize: YEARS })
    const stated = records.list.find(
      ({ fields }) => fields['year'] === newest.year && typeof fields[field] === 'number',
    )
    const reported = stated === undefined ? null : textOf(stated.fields, 'reportDate')
    const sources = (stated?.sources ?? sourcesOfList(records)).map((source) => ({
      ...source,
      asOf: reported ?? source.asOf,
    }))
    if (sources.length === 0) return 'unrecorded'
    const countIn = (year: number) => shown.find((one) => one.year === year)?.count
    const difference = previous?.year === newest.year - 1 ? newest.count - previous.count : null
    const sentence = [
      unmarked(`${newest.year} ${kind === 'annualEmployees' ? '年末' : '年报'} `),
      marked(`${formatCount(newest.count)} 人`, 'strong'),
    ]
    if (difference !== null) {
      const word = difference === 0 ? '持平' : `${difference > 0 ? '多' : '少'} ${formatCount(Math.abs(difference))} 人`
      sentence.push(unmarked(`，比 ${newest.year - 1} 年${word}`))
    }
    return sentenceRow({
      sentence: [...sentence, unmarked('。')],
      sources,
      people: shown
        .slice(0, YEARS)
        .map(({ year, count }) => ({ year, count, change: changeOf(count, countIn(year - 1)) })),
      note,
    })
  }

export const employeesFact = peopleFact('annualEmployees', 'employees', EMPLOYEES_NOTE)
export const insuredFact = peopleFact('annualInsurance', 'insuredCount', INSURED_NOTE)

const asDefendant = { identity: '被告', labour: '劳动争议' }
/** Documents read to count those about wages; of more only the years are counted. */
const DOCUMENTS = 100

/** Judgments in labour disputes with the company as defendant, by year. They are counted as records, not as cases. */
export const labourFact: FactReader = async ({ list }) => {
  const [current, disputed, history] = await Promise.all(
    recordViews.map((view) =>
      list('judicialDocument', {
        view,
        identity: asDefendant.identity,
        facets: { labour: asDefendant.labour },
        pageSize: DOCUMENTS,
      }),
    ),
  )
  if (current === undefined || disputed === undefined || history === undefined) return null
  const lists = [current, disputed, history]
  const total = lists.reduce((sum, one) => sum + one.total, 0)
  const sources = sourcesOfList(lists.find((one) => sourcesOfList(one).length > 0) ?? current)
  const to = { kind: 'judicialDocument' as const, filters: asDefendant }
  if (total === 0) {
    // 0 is said only where sources leave no judgment out.
    if (!current.connected || (current.limits ?? []).length > 0 || sources.length === 0) return 'unconnected'
    const asOf = sources[0]?.asOf ?? null
    const text = `${asOf === null ? '' : `截至 ${asOf}，`}未查询到作为被告的劳动争议文书。`
    return sentenceRow({ tone: 'mute', sentence: [unmarked(text)], sources, list: to })
  }
  if (sources.length === 0) return 'unconnected'
  const inYear = (of: typeof current) =>
    new Map(of.facets.find(({ name }) => name === 'year')?.options.map(({ value, count }) => [Number(value), count]))
  const [byYear, disputedByYear, historyByYear] = [inYear(current), inYear(disputed), inYear(history)]
  // A year without a record is left out: the sources need not cover it.
  const years = [...new Set([...byYear.keys(), ...disputedByYear.keys(), ...historyByYear.keys()])]
    .toSorted((one, other) => one - other)
    .slice(-YEARS)
  const wages = lists
    .flatMap(({ list: rows }) => rows)
    .filter(({ fields }) => /劳动报酬/.test(textOf(fields, 'cause') ?? ''))
  const isWhole = lists.every((one) => one.total === one.list.length)
  const sentence = [marked(`作为被告 ${formatCount(total)} 条`, current.total > 0 ? 'amber' : null)]
  if (isWhole && wages.length > 0) sentence.push(unmarked(`，其中 ${formatCount(wages.length)} 条为追索劳动报酬`))
  return sentenceRow({
    tone: current.total > 0 ? 'amber' : null,
    sentence: [...sentence, unmarked('。')],
    sources,
    list: to,
    cases:
      years.length === 0
        ? null
        : years.map((year) => ({
            year,
            current: byYear.get(year) ?? 0,
            disputed: disputedByYear.get(year) ?? 0,
            history: historyByYear.get(year) ?? 0,
          })),
  })
}

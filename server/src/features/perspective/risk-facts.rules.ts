import { coveredPeriod, coveredTitle } from '@baiqicha/contract/records/coverage-limits'
import { isAmount, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { kindTable, type ListedKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordList, RecordRow } from '@baiqicha/contract/records/record'
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

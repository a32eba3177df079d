import type { BusinessInfo, CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import { companyFacts, type Fact } from '@baiqicha/contract/company-facts'
import type { PerspectiveRow, SentencePart } from '@baiqicha/contract/company-perspective'
import type { ListedKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordList, RecordView } from '@baiqicha/contract/records/record'

/** Part of the company page that the facts read. */
export type PerspectiveDetail = Omit<CompanyDetail, 'viewCount'>

export type FactListNarrowing = {
  view?: RecordView
  identity?: string
  facets?: Readonly<Record<string, string>>
  pageSize?: number
}

/** What a fact reads of one company. */
export type PerspectiveInput = {
  detail: PerspectiveDetail
  /** The register entry. */
  info: BusinessInfo
  /** YYYY-MM-DD in China. */
  today: string
  /** Whether sentences may state more of a risk record than counts: the lists of risks need a session. */
  withRecords: boolean
  /** A list of records as its own page shows it, masked and counted; the first page. */
  list: (kind: ListedKindKey, narrowing?: FactListNarrowing) => Promise<RecordList>
}

/** A row without the names that its entry of the table adds. */
export type RowOfFact = Omit<PerspectiveRow, 'fact' | 'label'>

/** `unconnected`: no source covers the company. `unrecorded`: no source states the fact of it. null: nothing to say. */
export type FactAnswer = RowOfFact | 'unconnected' | 'unrecorded' | null

export type FactReader = (input: PerspectiveInput) => Promise<FactAnswer> | FactAnswer

export const unmarked = (text: string): SentencePart => ({ text, mark: null })
export const marked = (text: string, mark: SentencePart['mark']): SentencePart => ({ text, mark })

/** A row of a sentence alone. */
export const sentenceRow = (row: Pick<RowOfFact, 'sentence' | 'sources'> & Partial<RowOfFact>): RowOfFact => ({
  tone: null,
  list: null,
  people: null,
  cases: null,
  note: null,
  ...row,
})

/** 12,345 or 12,345.67. */
export const formatCount = (value: number): string => value.toLocaleString('zh-CN', { maximumFractionDigits: 2 })

/** 10,000 万元 are 1 亿元, the unit of annual figures. */
const WAN_PER_YI = 10_000

/** 500 万元, and 29.11 亿元 from 10,000 万元 on. */
export const formatMoney = ({ value, unit }: { value: number; unit: string }): string =>
  unit === '万元' && value >= WAN_PER_YI ? `${formatCount(value / WAN_PER_YI)} 亿元` : `${formatCount(value)} ${unit}`

/** Whole years between two days, both YYYY-MM-DD. */
export function wholeYears(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

/** Source of a fact of the register entry; none when no source states the fact. */
export function sourcesOfFact({ provenance, factProvenance = {} }: PerspectiveDetail, fact: Fact): Provenance[] {
  const source = factProvenance[fact] ?? provenance[companyFacts[fact].group]
  return source === undefined ? [] : [source]
}

/** Sources of a list: those that were searched, else those of its records. */
export function sourcesOfList({ feeds, list }: Pick<RecordList, 'feeds' | 'list'>): Provenance[] {
  return feeds.length > 0 ? [...feeds] : [...(list[0]?.sources ?? [])]
}

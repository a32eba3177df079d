import type { Fact } from '@baiqicha/contract/company-facts'
import type { ListedKindKey, RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordView } from '@baiqicha/contract/records/record'
import type { AmountRange, CompanyConditions, Days, GroupBy, Order } from '../question/parsed-question.ts'

export const toolNames = [
  'search_company',
  'company_facts',
  'records',
  'count',
  'filter',
  'compare',
  'shareholders',
  'investments',
  'people',
  'branches',
  'changes',
  'ownership',
  'explain',
  'coverage',
] as const
export type ToolName = (typeof toolNames)[number]

/** Narrowing of a list of one company. null: not narrowed. */
export type ListNarrowing = {
  companyId: string
  /** null: the counts of every view, and rows of the current records, then disputed, then history. */
  view: RecordView | null
  days: Days | null
  /** In 元. Shares of shareholders and investments: in %. */
  amount: AmountRange | null
  /** null: the usual order of the list. */
  order: Order | null
  /** Maximum number of rows; the counts do not depend on it. */
  limit: number
}

/** Arguments by tool. Names of tools and arguments are those of a language model's tool calls, too. */
export type ToolArguments = {
  search_company: { keyword: string }
  /** No facts: those of an overview. */
  company_facts: { companyId: string; facts: readonly Fact[] }
  /** Records of one kind. `facets` are the kind's own, as in { labour: '劳动争议' }. */
  records: ListNarrowing & {
    kind: ListedKindKey
    /** 被告, 出质人 …; null: any. */
    identity: string | null
    facets: Readonly<Record<string, string>>
  }
  count: { conditions: CompanyConditions; groupBy: GroupBy | null }
  filter: { conditions: CompanyConditions; order: Order | null; limit: number }
  /** 2–5 companies × facts and counts of records. `order` sorts by the first fact, else by the first kind. */
  compare: {
    companyIds: readonly string[]
    facts: readonly Fact[]
    kinds: readonly RecordKindKey[]
    order: Order | null
  }
  /** `person`: a name within this company; null: all. */
  shareholders: ListNarrowing & { person: string | null }
  investments: ListNarrowing
  /** `position`: 董事长, 监事; null: any. */
  people: ListNarrowing & { person: string | null; position: string | null }
  branches: ListNarrowing
  /** `facets`: { kind: '法定代表人' }. */
  changes: ListNarrowing & { facets: Readonly<Record<string, string>> }
  ownership: { companyId: string }
  explain: { term: string }
  /**
   * Of a company: per kind whether a source is connected, its as-of date, and the counts of each view. No company: sources
   * and as-of dates of the whole store. No kinds: all.
   */
  coverage: { companyId: string | null; kinds: readonly RecordKindKey[] }
}

/** One call of a tool, and the index of the question part that it answers. */
export type ToolCall = { [Name in ToolName]: { part: number; tool: Name; arguments: ToolArguments[Name] } }[ToolName]

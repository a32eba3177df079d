import type { Fact } from '@baiqicha/contract/company-facts'
import type { ListedKindKey, RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordView } from '@baiqicha/contract/records/record'
import type { AmountRange, CompanyConditions, Days, GroupBy, Order } from '../question/parsed-question.ts'

/** Arguments by tool. */
export type ToolArguments = {
  search_company: { keyword: string }
  /** No facts: those of an overview. */
  company_facts: { companyId: string; facts: readonly Fact[] }
  /** Records of one kind. null: not narrowed. */
  records: {
    companyId: string
    kind: ListedKindKey
    /** null: the counts of every view, and rows of the current records, then disputed, then history. */
    view: RecordView | null
    days: Days | null
    /** In 元. Shares of shareholders and investments: in %. */
    amount: AmountRange | null
    /** null: the usual order of the list. */
    order: Order | null
    /** Maximum number of rows; the counts do not depend on it. */
    limit: number
    /** 被告, 出质人 … */
    identity: string | null
    /** The kind's own, as in { labour: '劳动争议' }. */
    facets: Readonly<Record<string, string>>
    /** A name within this company, of shareholders and people. */
    person?: string | null
    /** Of people: 董事长, 监事. */
    position?: string | null
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
  ownership: { companyId: string }
  explain: { term: string }
  /**
   * Of a company: per kind whether a source is connected, its as-of date, and the counts of each view. No company: sources
   * and as-of dates of the whole store. No kinds: all.
   */
  coverage: { companyId: string | null; kinds: readonly RecordKindKey[] }
}

export type ToolName = keyof ToolArguments

/** One call of a tool, and the index of the question part that it answers. */
export type ToolCall = { [Name in ToolName]: { part: number; tool: Name; arguments: ToolArguments[Name] } }[ToolName]

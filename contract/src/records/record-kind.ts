import { type FieldTable, type RecordFields, textOf } from './fields.ts'
import { type KindRow, kindRow, type RecordKindKey, type Severity } from './kind-table.ts'

/**
 * Whom a record is about. By the columns every file may have beside its fields (`companyName`, `creditCode`,
 * `registrationNumber`); by a field that holds a name, with the field that holds its code; or by each of the parties.
 */
export type Subject =
  | { by: 'columns' }
  | { by: 'field'; name: string; code?: string; identity?: string }
  | { by: 'parties'; field: string }

/** A way to narrow a list: the same for every record whose field says the same. */
export type Facet = {
  label: string
  /** What the record says under it; null: nothing. Kept when a record is stored. */
  of: (fields: RecordFields) => string | null
}

/** What a kind's own folder defines. Its labels and pages stand in `kindTable`. */
type KindDefinition = {
  key: RecordKindKey
  fields: FieldTable
  /** The field a row is headed by; null: what the kind is called. */
  heading: string | null
  /** Fields that together say which record it is. The first must be there; two sources that agree in all tell of one record. */
  identity: readonly [string, ...string[]]
  /**
   * Where they do so only among the records of one company: how it is told from others. By its code, else its number, else
   * its name; or by its name, where sources of one record do not all know the code. A row of another name is another record.
   */
  withinCompany?: 'byKey' | 'byName'
  /** Whom it is about; a file's row without any of them is rejected. */
  subjects: readonly Subject[]
  /** Fields that name another company, each with the field of its code: its page is linked where it is known for certain. */
  linkedNames?: Readonly<Record<string, string | null>>
  /** Fields that say when it was published; the first that is there counts. */
  published: readonly string[]
  /** The company's part in it, where there are several: 被告, 原告 … In the order of the filter. */
  identities?: readonly string[]
  facets?: Readonly<Record<string, Facet>>
  /** Left out: the newest publication first. Rows without the field come last. */
  order?: { field: string; direction: 'asc' | 'desc' }
  /**
   * A field whose words hold for one party, as 胜诉 does: a company is told them by the statement of its own party alone.
   */
  partyOutcome?: { field: string; words: readonly string[] }
  /** null: no risk at all. `identity` is the company's part in it. */
  severity: (fields: RecordFields, identity: string | null) => Severity | null
  /**
   * Last day it may be shown while it stands, where the law says so and the source does not (PRODUCT §0.11); null: no end.
   * `publishedAt` is YYYY-MM-DD.
   */
  displayTerm?: (fields: RecordFields, publishedAt: string) => string | null
  /** Why it may not be kept at all; null: it may. */
  notKept?: (fields: RecordFields) => string | null
  /** Whether a field says by itself that the record no longer stands, as 无效 of a pledge. */
  isOver?: (fields: RecordFields) => boolean
  /** Where the public may look it up. */
  officialSite: { name: string; url: string }
}

export type RecordKind = KindDefinition & Readonly<KindRow>

/** Joins the definition of a kind with its row of `kindTable`. */
export const defineKind = (definition: KindDefinition): RecordKind => ({ ...kindRow(definition.key), ...definition })

/** The year of a field that holds a date. */
export const yearOf =
  (...names: readonly string[]) =>
  (fields: RecordFields): string | null => {
    for (const name of names) {
      const value = textOf(fields, name)
      if (value !== null) return value.slice(0, 4)
    }
    return null
  }

/** The day so many months after a day; the last of a month where there is no such day. Both YYYY-MM-DD. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

export const officialSites = {
  execution: { name: '中国执行信息公开网', url: 'https://zxgk.court.gov.cn/' },
  hearings: { name: '中国审判流程信息公开网', url: 'https://splcgk.court.gov.cn/' },
  notices: { name: '人民法院公告网', url: 'https://rmfygg.court.gov.cn/' },
  judgments: { name: '中国裁判文书网', url: 'https://wenshu.court.gov.cn/' },
  register: { name: '国家企业信用信息公示系统', url: 'https://www.gsxt.gov.cn/' },
  credit: { name: '信用中国', url: 'https://www.creditchina.gov.cn/' },
  tax: { name: '国家税务总局', url: 'https://www.chinatax.gov.cn/' },
} as const

import { type FieldTable, type RecordFields, textOf } from './fields.ts'
import { type KindNotes, notesOf } from './kind-notes.ts'
import { type KindRow, kindRow, type ListedKindKey, type RecordKindKey, type Severity } from './kind-table.ts'
import type { OfficialSite } from './official-sites.ts'

/**
 * Where the company that a record is about is found: in the columns that every file may have beside its fields
 * (`companyName`, `creditCode`, `registrationNumber`); in a field with a name, and the field with its code; or in each party.
 */
export type Subject =
  | { by: 'columns' }
  | { by: 'field'; name: string; code?: string; identity?: string }
  | { by: 'parties'; field: string }

/** A filter of a list. Records with the same value form one option. */
type Facet = {
  label: string
  /** Value of a record; null: none. Stored with the record. */
  of: (fields: RecordFields) => string | null
}

/** Part of a kind that its own folder defines. `kindTable` holds its labels and pages. */
type KindDefinition = {
  key: RecordKindKey
  fields: FieldTable
  /** Field that is the heading of a row; null: the title of the kind. */
  heading: string | null
  /** Fields that identify a record. The first is required; two sources that agree in all of them state the same record. */
  identity: readonly [string, ...string[]]
  /**
   * Set when `identity` is unique within one company only: whether the company is identified by code, else number, else
   * name (`byKey`), or by name because some sources of a record lack the code (`byName`).
   */
  withinCompany?: 'byKey' | 'byName'
  /** Where the companies of the record are found; a row without any is rejected. Absent: in the columns. */
  subjects?: readonly Subject[]
  /** Fields with the name of another company, each with the field of its code; null: no code. A certain match links to its page. */
  linkedNames?: Readonly<Record<string, string | null>>
  /** Whether a record states a holding, by which the company that `linkedNames` names finds it too. */
  isHolding?: true
  /** Name of the natural person that a record is about, by which the search for persons finds it; null: a company. */
  searchedPerson?: (fields: RecordFields) => string | null
  /** Field with a number or mailbox: the record is also found by it. */
  numberField?: string
  /** Fields with the day of publication; the first that has a value counts. */
  published: readonly string[]
  /** Possible parts of the company in the record, as 被告 or 原告, in the order of the filter. */
  identities?: readonly string[]
  facets?: Readonly<Record<string, Facet>>
  /** Order of the list; absent: newest publication first. Rows without the field come last. */
  order?: { field: string; direction: 'asc' | 'desc' }
  /**
   * Field whose words hold for one party only, as 胜诉 does. A company's page shows the statement of its own party instead.
   */
  partyOutcome?: { field: string; words: readonly string[] }
  /** null: no risk. `identity`: the part of the company in the record. */
  severity: (fields: RecordFields, identity: string | null) => Severity | null
  /**
   * Last day on which the law allows a record in force to be shown, when the source states none (PRODUCT §0.11); null: no end.
   * `publishedAt` is YYYY-MM-DD.
   */
  displayTerm?: (fields: RecordFields, publishedAt: string) => string | null
  /** Fields that contradict each other, with the reason; null: none. */
  flaw?: (fields: RecordFields) => { field: string; reason: string } | null
  /** Reason why a row may not be stored; null: it may. */
  notKept?: (fields: RecordFields) => string | null
  /** Whether a record states an event, as a hearing does. An event is not in force, so it has no status of its own. */
  isEvent?: true
  /** Dates that are steps of a case, with the label of each step. */
  steps?: Readonly<Record<string, string | ((fields: RecordFields) => string)>>
  /** Whether a field alone states that the record is no longer in force, as 无效 of a pledge. */
  isOver?: (fields: RecordFields) => boolean
  /** Official site where the public can look the record up. */
  officialSite: OfficialSite
}

export type RecordKind = KindDefinition & Readonly<KindRow & KindNotes & { subjects: readonly Subject[] }>
export type KindOf<Key extends RecordKindKey> = RecordKind & { key: Key }
/** A kind with a list call. */
export type ListedKind = KindOf<ListedKindKey>

/** Joins the definition of a kind with its row of `kindTable` and its notes. */
export const defineKind = <Key extends RecordKindKey>(definition: KindDefinition & { key: Key }): KindOf<Key> => ({
  ...kindRow(definition.key),
  ...notesOf(definition.key),
  subjects: [{ by: 'columns' }],
  ...definition,
})

/** Facet value: year of the first of these date fields that has a value. */
export const yearOf =
  (...names: readonly string[]) =>
  (fields: RecordFields): string | null => {
    for (const name of names) {
      const value = textOf(fields, name)
      if (value !== null) return value.slice(0, 4)
    }
    return null
  }

/** Adds months to a day; a day that the month lacks becomes its last day. Both YYYY-MM-DD. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

import { type Expression, sql } from 'kysely'
import type { Database, Tables } from '../database/database.ts'

/** The person whose data is exported or erased. */
export type Person = { userId: string; mobile: string }

/** One row of the export, by the Chinese heading of each column. null: not stated. */
export type ExportRow = Record<string, string | number | boolean | null>

/** A picture of the export. `id` names its file (uploads/picture-files.ts). */
export type ExportedPicture = { id: string; name: string }

/** Personal data that a feature stores in one table: how it is exported, and how it is erased with the account. */
export type PersonalData = {
  table: keyof Tables
  /** Columns that contain a user id, a mobile number, or a key made of one. */
  columns: readonly string[]
  /** Heading in the export. */
  title: string
  /** Why the data is not exported, or its rows, oldest first. */
  exported: { reason: string } | { rows: (db: Database, person: Person) => Promise<ExportRow[]> }
  /** Pictures that the person uploaded. */
  pictures?: (db: Database, person: Person) => Promise<ExportedPicture[]>
  /** Why the data is retained, or its erasure. `withAccount`: a foreign key erases it with the account. */
  erased: { retained: string } | 'withAccount' | ((tx: Database, person: Person) => Promise<unknown>)
}

type Column<Name extends keyof Tables> = keyof Tables[Name] & string

/** Of the rows of a table, those whose column is in the result of a query; absent: those of the user id. */
type Among<Name extends keyof Tables> = {
  column: Column<Name>
  in: (db: Database, person: Person) => Expression<unknown>
}

type ShownColumn<Name extends keyof Tables> = Column<Name> | 'company.name'

/** What is shown for stored values; values that are not named are shown as they are. */
type Labels = Readonly<Partial<Record<string, string | null>>>

/** The column below each heading of an export, and its labels. */
type ShownColumns<Name extends keyof Tables> = Readonly<
  Record<string, ShownColumn<Name> | readonly [ShownColumn<Name>, Labels]>
>

/**
 * The rows of a person as they are stored, by `order`. `company.name` is the company of `company_id`. A column `at`, or one that
 * ends in `_at`, is a time.
 */
export const storedRows = <Name extends keyof Tables>(
  table: Name,
  order: readonly Column<Name>[],
  columns: ShownColumns<Name>,
  among?: Among<Name>,
) => ({
  async rows(db: Database, person: Person): Promise<ExportRow[]> {
    const refOf = (column: string) => sql.ref(column === 'company.name' ? column : `${table}.${column}`)
    const shownColumns = Object.entries(columns).map(([heading, shown]) => {
      const [column, labels]: readonly [string, Labels] = typeof shown === 'string' ? [shown, {}] : shown
      return { heading, column, labels }
    })
    const selected = shownColumns.map(({ heading, column }) => sql`${refOf(column)} as ${sql.ref(heading)}`)
    const named = sql` left join company on company.id = ${refOf('company_id')}`
    const whose =
      among === undefined
        ? sql`${refOf('user_id')} = ${person.userId}`
        : sql`${refOf(among.column)} in ${among.in(db, person)}`
    const sorted = order.length === 0 ? sql`` : sql` order by ${sql.join(order.map(refOf))}`
    const { rows } = await sql<ExportRow>`
      select ${sql.join(selected)} from ${sql.table(table)}${shownColumns.some(({ column }) => column === 'company.name') ? named : sql``}
      where ${whose}${sorted}`.execute(db)
    const shown = ({ column, labels }: (typeof shownColumns)[number], value: ExportRow[string] = null) => {
      if (typeof value === 'string') return labels[value] === undefined ? value : labels[value]
      return typeof value === 'number' && /(?:^|_)at$/.test(column) ? exportTime(value) : value
    }
    return rows.map((row) => Object.fromEntries(shownColumns.map((one) => [one.heading, shown(one, row[one.heading])])))
  },
})

/** The rows of a user, which a foreign key erases with the account. `order` and `columns` as of `storedRows`. */
export const rowsOfUser = <Name extends keyof Tables>(
  table: Name,
  title: string,
  order: readonly Column<Name>[],
  columns: ShownColumns<Name>,
): PersonalData => ({
  table,
  columns: ['user_id'],
  title,
  exported: storedRows(table, order, columns),
  erased: 'withAccount',
})

/** Time of an export as ISO 8601. */
export const exportTime = (instant: number) => new Date(instant).toISOString()

export const exportTimeOrNull = (instant: number | null) => (instant === null ? null : exportTime(instant))

/** Erases the data of a person in the order of the register. */
export async function erasePerson(tx: Database, register: readonly PersonalData[], person: Person): Promise<void> {
  for (const { erased } of register) if (typeof erased === 'function') await erased(tx, person)
}

import type { CompiledQuery } from 'kysely'
import type { QueryResultRow } from 'pg'

export type Value = string | number | null
export type BulkRow = Record<string, Value>

/** A table for bulk writes. Its columns are the keys of its rows: each row has all of them. */
export type BulkTable = {
  name: string
  /** Empty for a table that only grows. */
  key: readonly string[]
  /** What happens to a row whose key exists. */
  onConflict: 'replace' | 'ignore'
}

/** A table whose rows replace those with their keys. */
export const replacedRows = (name: string, ...key: readonly string[]): BulkTable => ({
  name,
  key,
  onConflict: 'replace',
})
/** A table that keeps the rows whose keys exist. Without a key it only grows. */
export const ignoredRows = (name: string, ...key: readonly string[]): BulkTable => ({ name, key, onConflict: 'ignore' })

export type BulkSessionOptions = {
  /** Whether so much is written that another thread pays. */
  isLarge: boolean
}

export type BulkReader = {
  /** Rows whose `column` is one of `values`, in no order. */
  selectIn<Row extends QueryResultRow>(table: string, column: string, values: readonly string[]): Promise<Row[]>
  /** Rows of a query; `?` is the placeholder of a value. */
  select<Row extends QueryResultRow>(text: string, values: readonly Value[]): Promise<Row[]>
}

/**
 * Writes many rows with prepared statements, in one transaction per batch; memory does not grow with the number of
 * rows. Holds the import lock of the store until `close`; both databases release it when the process dies.
 */
export type BulkSession = BulkReader & {
  /**
   * Reads on another connection while a transaction of the session runs. Each query sees what was committed when it
   * started, so two queries may see two states.
   */
  beside: BulkReader
  indexes: DeferredIndexes
  /** A statement without rows; `?` is the placeholder of a value. */
  execute(text: string, values: readonly Value[]): Promise<void>
  /** Runs a compiled query; returns no rows for one that only writes. */
  query<Row extends QueryResultRow>(compiled: CompiledQuery<Row>): Promise<Row[]>
  /** `kept`: columns that a row whose key exists keeps. */
  write(table: BulkTable, rows: readonly BulkRow[], kept?: readonly string[]): Promise<void>
  /** Like `write`, for rows whose keys do not exist: checking for conflicts costs a quarter of the writing. */
  insert(table: BulkTable, rows: readonly BulkRow[]): Promise<void>
  /** Deletes the rows with these keys. */
  remove(table: BulkTable, rows: readonly BulkRow[]): Promise<void>
  /** Runs the work in one transaction, which is rolled back when it throws. */
  transaction(work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

const columnsOf = ([row = {}]: readonly BulkRow[]) => Object.keys(row)

export function conflictClause(
  { key, onConflict }: BulkTable,
  rows: readonly BulkRow[],
  kept: readonly string[] = [],
): string {
  if (key.length === 0) return ''
  const others = columnsOf(rows).filter((column) => ![...key, ...kept].includes(column))
  const update = others.map((column) => `${column} = excluded.${column}`).join(', ')
  const action = onConflict === 'replace' && update !== '' ? `update set ${update}` : 'nothing'
  return ` on conflict (${key.join(', ')}) do ${action}`
}

/** Columns that have a value in any of the rows. Naming an empty column costs as much as a value. */
export const usedColumns = (rows: readonly BulkRow[]): string[] =>
  columnsOf(rows).filter((column) => rows.some((row) => (row[column] ?? null) !== null))

/** The values of the columns, row by row, in one list: one object crosses to another thread faster than thousands. */
export function valuesOf(rows: readonly BulkRow[], columns: readonly string[]): Value[] {
  const values: Value[] = []
  for (const row of rows) for (const column of columns) values.push(row[column] ?? null)
  return values
}

/** Columns of the indexes that a first load creates when all rows are there, as the migrations create them. */
const deferred = {
  company_name_key: 'company (name_key)',
  company_newest: 'company (is_demo, founded_on, id)',
}

type DeferredIndexes = ReturnType<typeof createDeferredIndexes>

/** `findNames`: the names of all indexes of the store. */
export function createDeferredIndexes(
  findNames: () => Promise<readonly { name: string }[]>,
  run: (text: string) => Promise<unknown>,
) {
  return {
    drop: async (): Promise<void> => {
      for (const name of Object.keys(deferred)) await run(`drop index if exists ${name}`)
    },
    /** Creates those that are missing, also after an interrupted first load. */
    create: async (): Promise<void> => {
      const existing = new Set((await findNames()).map(({ name }) => name))
      for (const [name, columns] of Object.entries(deferred)) {
        if (!existing.has(name)) await run(`create index ${name} on ${columns}`)
      }
    },
  }
}

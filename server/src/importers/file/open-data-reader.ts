import type { Database } from '../../platform/database/database.ts'
import { inJsonArray, isRealCompany } from '../../platform/database/portable-sql.ts'
import type { Input } from '../input/open-input.ts'
import type { Cells, Table, TableRow } from '../input/table-rows.ts'

/** Reads the published files of an open source as rows of the canonical format. */
export type OpenDataReader = {
  openRows: (content: Input['content']) => Promise<Table>
  /** Number of records by the reason why they are not imported. */
  leftOut: ReadonlyMap<string, number>
}

export function createLeftOut() {
  const leftOut = new Map<string, number>()
  return {
    leftOut,
    /** Counts a record. Returns null, the row of a record that is not imported. */
    leaveOut: (reason: string): null => {
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
      return null
    },
  }
}

/** A row in the columns of a mapping. */
export type TranslatedRow = { readonly [column: string]: unknown }

export type TableTranslation = {
  /** Columns of the file that `translate` reads. */
  columns: readonly string[]
  /** Whether the text of a row may contain what is looked for: most rows of a worldwide file need no parsing. */
  mayMatter: (text: string) => boolean
  /** Returns one row for each given row; null leaves it out. */
  translate: (rows: readonly Cells[]) => Promise<readonly (TranslatedRow | null)[]>
}

const cellReader: Table['cellReader'] = (columns) => (text) => {
  const row: TranslatedRow = JSON.parse(text)
  return columns.map((column) => row[column])
}

/** A table of the translated rows, with the line numbers of the file. */
export function translateTable(table: Table, { columns, mayMatter, translate }: TableTranslation): Table {
  const read = table.cellReader(columns)

  async function* rows(): AsyncGenerator<TableRow[]> {
    for await (const batch of table.rows) {
      const readable: { line: number; cells: Cells }[] = []
      const kept: TableRow[] = []
      for (const row of batch) {
        if (row.problem !== undefined) kept.push(row)
        else if (mayMatter(row.text)) {
          const cells = read(row.text)
          if (typeof cells === 'string') kept.push({ line: row.line, problem: cells })
          else readable.push({ line: row.line, cells })
        }
      }
      const translated = await translate(readable.map(({ cells }) => cells))
      for (const [at, { line }] of readable.entries()) {
        const row = translated[at] ?? null
        if (row !== null) kept.push({ line, text: JSON.stringify(row) })
      }
      yield kept.toSorted((a, b) => a.line - b.line)
    }
  }

  return { ...table, header: null, writtenHeader: null, rows: rows(), cellReader }
}

export type MatchedCompany = { name: string; creditCode: string | null }

const columns = ['company.name as name', 'company.credit_code as creditCode'] as const

/** Real companies by a key that `key` selects; keys that several companies have are left out. */
function byUniqueKey(rows: readonly (MatchedCompany & { key: string })[]): Map<string, MatchedCompany> {
  const groups = Map.groupBy(rows, ({ key }) => key)
  return new Map([...groups].flatMap(([key, [only, another]]) => (only && !another ? [[key, only]] : [])))
}

/** Real companies by the key of their current name, if exactly one has it. */
export async function findByNameKeys(db: Database, keys: readonly string[]): Promise<Map<string, MatchedCompany>> {
  if (keys.length === 0) return new Map()
  const named = db.selectFrom('company').where('name_key', 'in', inJsonArray(db, keys)).where(isRealCompany)
  return byUniqueKey(await named.select([...columns, 'name_key as key']).execute())
}

/** Real companies by the code of an A share. */
export async function findByStockCodes(db: Database, codes: readonly string[]): Promise<Map<string, MatchedCompany>> {
  if (codes.length === 0) return new Map()
  const listed = db
    .selectFrom('company')
    .innerJoin('company_listing as listing', 'listing.company_id', 'company.id')
    .where('listing.code', 'in', inJsonArray(db, codes))
    .where('listing.exchange', 'in', ['SSE', 'SZSE', 'BSE'])
    .where(isRealCompany)
  return byUniqueKey(await listed.select([...columns, 'listing.code as key']).execute())
}

/** Companies by the key that a source gave them. */
export async function findBySourceKeys(
  db: Database,
  scheme: string,
  keys: readonly string[],
): Promise<Map<string, MatchedCompany>> {
  if (keys.length === 0) return new Map()
  const keyed = db
    .selectFrom('company')
    .innerJoin('company_key', 'company_key.company_id', 'company.id')
    .where('company_key.scheme', '=', scheme)
    .where('company_key.source_key', 'in', inJsonArray(db, keys))
  return byUniqueKey(await keyed.select([...columns, 'company_key.source_key as key']).execute())
}

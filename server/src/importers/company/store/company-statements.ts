import * as z from 'zod/mini'
import { type BulkReader, type BulkSession, ignoredRows } from '../../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../../platform/database/open-database.ts'
import { inJsonArray } from '../../../platform/database/portable-sql.ts'
import type { CompanyStatementTable } from '../../../platform/database/tables/import.ts'
import type { CompanyStatements } from '../parse/sourced-facts.ts'
import type { RunDraft } from '../resolve/company-batch.ts'
import type { ReplacedCompany } from '../resolve/company-difference.ts'
import { draftOfPart } from '../resolve/company-draft.ts'
import { readRowContent } from '../resolve/pending-row.ts'
import type { StatementChanges } from '../resolve/statement-changes.ts'

const companyStatementTable = ignoredRows('company_statement', 'company_id', 'run', 'place')

/** Writes which imports stated the companies, within the transaction of their batch, after the companies. */
export async function saveCompanyStatements(
  { session, database: { db } }: { session: BulkSession; database: OpenDatabase },
  { onlyRuns, written, copied }: StatementChanges,
  replaced: readonly ReplacedCompany[],
): Promise<void> {
  for (const [run, rows] of Map.groupBy(onlyRuns, (row) => row.run)) {
    const ids = rows.map(({ id }) => id)
    const update = db.updateTable('company').set({ only_run: run }).where('id', 'in', inJsonArray(db, ids))
    await session.query(update.compile())
  }
  await session.write(companyStatementTable, written)
  for (const { from, to } of copied) {
    await session.execute(
      `insert into company_statement (company_id, run, place, content)
       select ?, run, place, content from company_statement where company_id = ? on conflict do nothing`,
      [to, from],
    )
  }
  for (const { id } of replaced) await session.execute('delete from company_statement where company_id = ?', [id])
}

/** A stored statement of these companies: one row, or all rows of its import. */
export type StoredStatement = { companyIds: readonly string[]; run: number; place: string } & (
  | { row: CompanyStatements }
  | { of: RunDraft; createdAt: number }
)

const contentSchema = z.union([
  z.object({ row: z.looseObject({}) }),
  z.object({ draft: z.looseObject({}), createdAt: z.number() }),
])

export function readStatement(
  { company_id, run, place, content }: CompanyStatementTable,
  isDemo: 0 | 1,
): StoredStatement {
  const companyIds = [company_id]
  const stored = z.parse(contentSchema, JSON.parse(content))
  if ('row' in stored) {
    const line = /^\d+$/.test(place) ? Number(place) : 0
    return { companyIds, run, place, row: { ...readRowContent(JSON.stringify(stored.row)), line } }
  }
  const draft = draftOfPart(JSON.stringify(stored.draft), { is_demo: isDemo, created_at: stored.createdAt })
  return { companyIds, run, place, of: { draft, content }, createdAt: stored.createdAt }
}

/** The stored statements of the companies of several imports. */
export const loadCompanyStatements = (reader: BulkReader, ids: readonly string[]) =>
  reader.selectIn<CompanyStatementTable>('company_statement', 'company_id', ids)

/** All sources of the statements. */
export const sourcesOfStatements = (statements: readonly StoredStatement[]): Set<string> =>
  new Set(
    statements.flatMap((one) =>
      'row' in one
        ? one.row.statements.map(({ origin }) => origin.source)
        : [...one.of.draft.origins.values()].map(({ source }) => source),
    ),
  )

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { createCompanyImporter, type ImportRequest } from '../../src/importers/company/import-companies.ts'
import { loadCompanyMapping } from '../../src/importers/company/parse/company-row.ts'
import { registerSources, shippedSources } from '../../src/importers/file/sources.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { BUILT_AT } from '../builders/companies.ts'
import type { TestDatabase } from '../databases/databases.ts'
import { testHiddenNumbers } from './hidden-numbers.ts'

/** A new folder, removed after the test. */
async function testFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function testFile(content: string | Uint8Array, name = 'companies.csv'): Promise<string> {
  const file = path.join(await testFolder(), name)
  await writeFile(file, content)
  return file
}

const reference = loadReferenceData({ demo: true })

/** Imports one file into a test database; default source `demo`, default mapping `canonical`. */
export async function importFile(database: TestDatabase, request: Partial<ImportRequest> & { file: string }) {
  await registerSources(database.db, shippedSources)
  const importer = createCompanyImporter({
    database,
    clock: { now: () => BUILT_AT },
    reference,
    hiddenNumbers: testHiddenNumbers,
  })
  return importer.run({
    sourceId: 'demo',
    mapping: loadCompanyMapping('canonical'),
    rejectsFile: `${request.file}.rejects.ndjson`,
    ...request,
  })
}

/** Writes rows as NDJSON into a new file and imports it. */
export async function importRows(
  database: TestDatabase,
  rows: readonly object[],
  request: Partial<ImportRequest> = {},
) {
  const file = await testFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'companies.ndjson')
  return importFile(database, { file, ...request })
}

const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()

/** All stored rows of an import, without instants, which differ between runs. */
export async function dumpImported(db: Database) {
  const changes = await db.selectFrom('company_change').select('company_id').orderBy('seq').execute()
  return { ...(await dumpCompanies(db)), changes: changes.map((change) => change.company_id) }
}

/** All stored rows of companies, independent of the order of imports: no instants, no numbers of imports, no changes, no former ids. */
export async function dumpCompanies(db: Database) {
  const [companies, names, listings, keys, knownNames, parts, pending, contacts] = await Promise.all([
    db.selectFrom('company').selectAll().orderBy('id').execute(),
    db.selectFrom('company_name').selectAll().execute(),
    db.selectFrom('company_listing').selectAll().execute(),
    db.selectFrom('company_key').selectAll().execute(),
    db.selectFrom('company_known_name').selectAll().execute(),
    db.selectFrom('company_part').selectAll().execute(),
    db.selectFrom('pending_row').selectAll().execute(),
    db.selectFrom('company_contact').selectAll().execute(),
  ])
  return {
    companies: companies.map(({ created_at: _created, updated_at: _updated, only_run: _run, ...company }) => company),
    names: sorted(names),
    listings: sorted(listings),
    keys: sorted(keys),
    knownNames: sorted(knownNames),
    parts: sorted(parts),
    pending: sorted(pending.map(({ run: _run, line: _line, ...row }) => row)),
    contacts: sorted(contacts),
  }
}

import { fileURLToPath } from 'node:url'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { systemClock } from '../../../server/src/domain/clock.ts'
import { createCompanyImporter } from '../../../server/src/importers/company/import-companies.ts'
import { loadCompanyMapping } from '../../../server/src/importers/company/parse/company-row.ts'
import { createRecordImporter } from '../../../server/src/importers/records/import-records.ts'
import { loadRecordMapping } from '../../../server/src/importers/records/record-formats.ts'
import type { OpenDatabase } from '../../../server/src/platform/database/open-database.ts'
import { loadReferenceData } from '../../../server/src/platform/reference-data.ts'
import { testHiddenNumbers } from '../../../server/test/importers/hidden-numbers.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`injected/${name}`, import.meta.url))

const recordFiles = [
  { sourceId: 'demo-court', key: 'judicialDocument' },
  { sourceId: 'demo-credit', key: 'punishment' },
  { sourceId: 'demo-register', key: 'keyPerson' },
  { sourceId: 'demo-register', key: 'shareholderInfo' },
  { sourceId: 'demo-register', key: 'changeRecord' },
] as const

const options = { rejectsFile: null, skipIfDone: true, withoutEvents: true } as const

/**
 * Imports fictional companies whose names, scopes, addresses, judgments and penalties contain instructions to a language
 * model. The starter set must be loaded.
 */
export async function loadInjectedRecords(database: OpenDatabase): Promise<void> {
  const deps = { database, clock: systemClock, hiddenNumbers: testHiddenNumbers }
  await createCompanyImporter({ ...deps, reference: loadReferenceData({ demo: true }) }).run({
    ...options,
    file: fileOf('companies.ndjson'),
    sourceId: 'demo',
    mapping: loadCompanyMapping('canonical'),
  })
  const importer = createRecordImporter(deps)
  for (const { sourceId, key } of recordFiles) {
    const kind = recordKinds[key]
    await importer.run({
      ...options,
      kind,
      file: fileOf(`records/${sourceId}/${key}.ndjson`),
      sourceId,
      mapping: loadRecordMapping(kind, 'canonical'),
      removals: false,
      covers: 'all',
    })
  }
}

import { createImportUndo } from '../../src/importers/undo/undo-import.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { BUILT_AT } from '../builders/companies.ts'
import type { TestDatabase } from '../databases/databases.ts'
import { testHiddenNumbers } from './hidden-numbers.ts'

const { industries } = loadReferenceData({ demo: true })

export const testUndo = (database: TestDatabase) =>
  createImportUndo({ database, clock: { now: () => BUILT_AT }, industries, hiddenNumbers: testHiddenNumbers })

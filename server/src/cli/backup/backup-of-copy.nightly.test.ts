import { expect, inject, it } from 'vitest'
import { copyDatabase } from '../../../test/databases/copy-database.ts'
import { emptyStore } from '../../../test/databases/empty-store.ts'
import { beginPartitioning, partitionedNames, removePartitions } from '../../../test/databases/remove-partitions.ts'
import { dumpRecords, importRecords } from '../../../test/importers/import-records.ts'
import { temporaryFolder } from '../../../test/process/server-process.ts'
import { type DatabaseLocation, openDatabase } from '../../platform/database/open-database.ts'
import { createPartitionCopy } from '../../platform/database/partitions/copy-into-partitions.ts'
import { createPictureFiles, uploadsDirectory } from '../../platform/uploads/picture-files.ts'
import { runStoreCommand } from './run-store-command.ts'

const run = (words: readonly string[], { dataDir, databaseUrl }: DatabaseLocation) =>
  runStoreCommand(words, {
    location: { dataDir, databaseUrl, trackingUrl: undefined, files: createPictureFiles(uploadsDirectory(dataDir)) },
    operator: 'cli:tester',
    print: () => {},
  })

const listing = (at: number) => ({
  name: `第${at}演示有限公司`,
  subjectType: '企业',
  caseNo: `（2025）演0101执${at}号`,
  publishDate: '2025-05-06',
})

it('a backup made while records are copied into partitions restores every record', async () => {
  const store = await copyDatabase(inject('postgresUrl'), inject('migratedPostgres'))
  await importRecords(
    store,
    'dishonestExecutor',
    Array.from({ length: 300 }, (_, at) => listing(at)),
  )
  const before = await dumpRecords(store.db)
  await removePartitions(store.db)
  await beginPartitioning(store.db)
  await createPartitionCopy(store.db, { firstPages: 8 })()
  const folder = `${temporaryFolder()}/backup`
  await run(['backup', folder], { ...store.location, dataDir: temporaryFolder() })

  const target = await emptyStore('postgres')
  await run(['restore', folder], target)
  const restored = openDatabase(target)
  expect(await partitionedNames(restored.db)).toEqual(['record', 'record_subject'])
  expect(await dumpRecords(restored.db)).toEqual(before)
  await restored.close()
}, 120_000)

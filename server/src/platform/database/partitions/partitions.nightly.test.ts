import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { copyDatabase } from '../../../../test/databases/copy-database.ts'
import { importRecords } from '../../../../test/importers/import-records.ts'
import { analyzePartitions, PARTITIONS, partitionedTables, tablesToAnalyze } from './partitioned-tables.ts'

/** More than enough for a record in each partition. */
const RECORDS = 600

const listings = Array.from({ length: RECORDS }, (_, at) => ({
  name: `第${at}演示有限公司`,
  subjectType: '企业',
  caseNo: `（2025）演0101执${at}号`,
  court: '演示市示例区人民法院',
  province: '演示东省',
  publishDate: '2025-05-06',
}))

const fresh = () => copyDatabase(inject('postgresUrl'), inject('migratedPostgres'))

describe('the partitions of records', () => {
  it('hold the records by the hash of their id, and their subjects by that of the key', async () => {
    const database = await fresh()
    const { db } = database
    await importRecords(database, 'dishonestExecutor', listings)
    const { rows } = await sql<{ name: string; parts: number; filled: number }>`
      select inhparent::regclass::text as name, count(*)::integer as parts,
        (count(*) filter (where pg_relation_size(inhrelid) > 0))::integer as filled
      from pg_inherits where inhparent in ('record'::regclass, 'record_subject'::regclass)
      group by 1 order by 1`.execute(db)
    expect(rows).toEqual(partitionedTables.map((name) => ({ name, parts: PARTITIONS, filled: PARTITIONS })))
  })

  it('get the statistics of the whole table once rows were added', async () => {
    const database = await fresh()
    await importRecords(database, 'dishonestExecutor', listings)
    await sql`vacuum`.execute(database.db)
    expect((await tablesToAnalyze(database.db)).toSorted()).toEqual(partitionedTables)
    await analyzePartitions(database.url, partitionedTables)
    const { rows } = await sql`select attname from pg_stats
      where tablename = 'record_subject' and inherited and attname = 'subject_key'`.execute(database.db)
    expect(rows).toHaveLength(1)
    expect(await tablesToAnalyze(database.db)).toEqual([])
  })
})

import { sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './dialect.ts'

/** Version 0.1.0 had 28 migrations. A store with all of them has the schema of the initial migration of 1.0.0. */
const FIRST_OF_0_1 = '0001-companies'
const LAST_OF_0_1 = '0028-record-coverage'

/** The one migration of 1.0.0. */
export const INITIAL = '0001-initial'

/** The store is of an earlier version, which has to finish its work first. The message says what to do. */
export class OutdatedStore extends Error {}

const tooOld = (last: string) =>
  new OutdatedStore(
    `这份数据由早于 0.1.0 定稿的版本写入（${last}），本版本不能直接使用，未作任何改动。请先用 0.1.0 启动一次完成升级，再用本版本启动；不需要其中的账号时，也可换一个空的 DATA_DIR 或数据库启动，再用 npm run import 重新导入。`,
  )
const notPartitioned = () =>
  new OutdatedStore(
    '0.1.0 还没有把记录移入分区，本版本不能直接使用这个数据库，未作任何改动。请先运行 0.1.0，到表 partition_copy 消失后，再用本版本启动。',
  )

/** Names of migrations as this version knows them: those of 0.1.0 are its initial one. @throws OutdatedStore */
export function currentNames(names: readonly string[]): readonly string[] {
  if (!names.includes(FIRST_OF_0_1)) return names
  const last = names.toSorted().at(-1) ?? ''
  if (last !== LAST_OF_0_1) throw tooOld(last)
  return [INITIAL]
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  const table = isPostgres(db)
    ? sql<{ name: string | null }>`select to_regclass(${name})::text as name`
    : sql<{ name: string }>`select name from sqlite_schema where name = ${name}`
  return (await table.execute(db)).rows.some((row) => row.name !== null)
}

async function isPartitioned(db: Database): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_class
    where oid in ('record'::regclass, 'record_subject'::regclass) and relkind = 'p'`.execute(db)
  return rows[0]?.count === 2 && !(await hasTable(db, 'partition_copy'))
}

/** Whether the store is of version 0.1.0, whose schema is the one of 1.0.0. @throws OutdatedStore */
export async function isAdoptable(db: Database): Promise<boolean> {
  if (!(await hasTable(db, 'kysely_migration'))) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const names = rows.map(({ name }) => name)
  if (currentNames(names) === names) return false
  if (isPostgres(db) && !(await isPartitioned(db))) throw notPartitioned()
  return true
}

/** Makes a store of 0.1.0 one of 1.0.0, within a transaction. @throws OutdatedStore */
export async function adoptStore(tx: Database): Promise<void> {
  if (!(await isAdoptable(tx))) return
  await sql`delete from kysely_migration`.execute(tx)
  await sql`insert into kysely_migration (name, timestamp) values (${INITIAL}, ${new Date().toISOString()})`.execute(tx)
  // Positions of the log until 0.1.0, now times.
  await tx.updateTable('session').set({ written_up_to: null }).where('written_up_to', 'is not', null).execute()
}

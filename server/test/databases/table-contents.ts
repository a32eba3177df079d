import { sql } from 'kysely'
import type { OpenDatabase } from '../../src/platform/database/open-database.ts'

async function tableNames({ db, kind }: OpenDatabase): Promise<string[]> {
  const query =
    kind === 'postgres'
      ? sql<{ name: string }>`select relname as name from pg_class
          where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`
      : sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_stat%'`
  return (await query.execute(db)).rows.map(({ name }) => name).toSorted()
}

/** Every row of every table as text, in order. The lock of migrations is left out. */
export async function tableContents(database: OpenDatabase): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const name of await tableNames(database)) {
    if (name === 'kysely_migration_lock') continue
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(database.db)
    contents[name] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return contents
}

import { setTimeout as wait } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { AdminRefused } from '../admin/admin-refused.ts'

/** Timeouts of the role or database do not apply to it. Transaction mode of PgBouncer allows `set local` only. */
export async function inTransaction<T>(client: Client, mode: string, work: () => Promise<T>): Promise<T> {
  await client.query(`begin ${mode}`)
  try {
    await client.query('set local statement_timeout = 0')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

export const nothingStored = () => new AdminRefused('没有可备份的数据：请检查 DATA_DIR 与 DATABASE_URL。')

export const rowsOf = async <Row extends QueryResultRow>(client: Client, text: string, values: unknown[] = []) =>
  (await client.query<Row>(text, values)).rows

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export const ownSchema = 'current_schema()::regnamespace'

export type TableShape = { name: string; columns: string[] }

/**
 * Tables of the current schema with the columns that are stored, in the order of their creation; a partitioned table
 * includes its partitions.
 */
export const tablesOf = (client: Client) =>
  rowsOf<TableShape>(
    client,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = ${ownSchema} and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.oid, c.relname order by c.oid`,
  )

export async function schemaOf(client: Client): Promise<string> {
  const [row] = await rowsOf<{ name: string }>(client, 'select current_schema()::text as name')
  return row?.name ?? ''
}

/** 18 of PostgreSQL 18.4. */
export async function majorVersionOf(client: Client): Promise<number> {
  const [row] = await rowsOf<{ version: string }>(client, `select current_setting('server_version_num') as version`)
  return Math.floor(Number(row?.version) / 10_000)
}

/** A connection that was closed a moment ago is still listed. */
const CLOSING = { attempts: 20, waitMs: 100 }

async function otherConnections(client: Client): Promise<number> {
  const [row] = await rowsOf<{ others: number }>(
    client,
    `select count(*) as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return row?.others ?? 0
}

/** @throws AdminRefused while any other connection of the database is open */
export async function requireUnusedPostgres(client: Client): Promise<void> {
  let others = await otherConnections(client)
  for (let attempt = 1; others > 0 && attempt < CLOSING.attempts; attempt += 1) {
    await wait(CLOSING.waitMs)
    others = await otherConnections(client)
  }
  if (others > 0) throw new AdminRefused(`数据库还有 ${others} 个连接，请先停止所有服务，再恢复。`)
}

import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { AdminRefused } from '../admin/admin-refused.ts'
import { POSTGRES_COPY } from './postgres-backup.ts'
import { runProgram } from './postgres-programs.ts'
import { inTransaction, ownSchema, quoted, rowsOf, schemaOf, type TableShape, tablesOf } from './postgres-session.ts'

/** Whether the schema has no tables. */
export const isEmptyPostgres = async (client: Client) => (await tablesOf(client)).length === 0

/** Drops the tables and functions of the schema, other than those of extensions. */
export async function emptyPostgres(client: Client): Promise<void> {
  const withoutExtensions = `and not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`
  const dropped = await rowsOf<{ statement: string }>(
    client,
    `select format('drop table if exists %s cascade', o.oid::regclass) as statement from pg_class o
       where o.relnamespace = ${ownSchema} and o.relkind in ('r', 'p') and not o.relispartition ${withoutExtensions}
     union all
     select format('drop routine if exists %s cascade', o.oid::regprocedure) from pg_proc o
       where o.pronamespace = ${ownSchema} ${withoutExtensions}`,
  )
  await inTransaction(client, '', async () => {
    for (const { statement } of dropped) await client.query(statement)
  })
}

/** Fills an empty database from a backup of PostgreSQL, in one transaction: a restoration that fails leaves it empty. */
export async function restorePostgres(client: Client, databaseUrl: string, folder: string): Promise<void> {
  const words = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  // Without the schema itself, which exists. The name of the database is a variable, which needs the empty option.
  const target = [`--schema=${await schemaOf(client)}`, '--dbname=']
  await runProgram('pg_restore', [...words, ...target, path.join(folder, POSTGRES_COPY)], databaseUrl)
  await client.query('analyze')
}

/** Rows of a table in the text format of COPY. */
export type TableSource = TableShape & { open: () => Readable }

/** What a database is filled with that has the migrations of the source. */
export type StoreSource = {
  tables: readonly TableSource[]
  /** Last values of sequences. */
  sequences: readonly { name: string; last: number }[]
}

/** @throws AdminRefused unless the migrated schema has the tables and columns of the backup */
function requireSameShape(own: readonly TableShape[], tables: readonly TableShape[]) {
  const shapes = new Map(own.map(({ name, columns }) => [name, columns.toSorted().join()]))
  const other = tables.find(({ name, columns }) => shapes.get(name) !== columns.toSorted().join())
  if (other !== undefined) throw new AdminRefused(`备份中的表 ${other.name} 与本版本的表不同，无法恢复。`)
}

async function copyInto(client: Client, { name, columns, open }: TableSource): Promise<void> {
  const stream = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(open(), stream)
}

/** Fills a migrated database, in one transaction: a restoration that fails leaves it without rows. */
export async function fillPostgres(client: Client, { tables, sequences }: StoreSource): Promise<void> {
  // In the order of their creation, in which a table comes after those that it refers to.
  const own = await tablesOf(client)
  requireSameShape(own, tables)
  const ordered = own.flatMap(({ name }) => tables.find((table) => table.name === name) ?? [])
  await inTransaction(client, '', async () => {
    // Migrations insert the rows that a new store has.
    await client.query(`truncate ${ordered.map(({ name }) => quoted(name)).join(', ')}`)
    for (const table of ordered) await copyInto(client, table)
    for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), last])
  })
  await client.query('analyze')
}

import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { AdminRefused } from '../admin/admin-refused.ts'
import type { Manifest } from './manifest.ts'
import { EVENTS, inTransaction, partitionOf, quoted, rowsOf, type TableShape, tablesOf } from './postgres-session.ts'

/** Rows of a table in the text format of COPY, and their number; null: not counted before. */
export type TableSource = TableShape & { rows: number | null; open: () => Readable }

/** What a database is filled with. */
export type StoreSource = {
  tables: readonly TableSource[]
  /** Last values of sequences. */
  sequences: readonly { name: string; last: number }[]
  /** Days that need a partition of the events. */
  days: readonly string[]
}

type Definition = { table: string; name: string; definition: string }
const ownSchema = 'current_schema()::regnamespace'

type Structures = { constraints: Definition[]; indexes: Definition[]; foreignKeys: Definition[] }

const constraintsOf = (client: Client, types: string) =>
  rowsOf<Definition>(
    client,
    `select t.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class t on t.oid = k.conrelid
     where k.connamespace = ${ownSchema} and k.contype = any(string_to_array($1, ',')) and k.conparentid = 0`,
    [types],
  )

const indexesOf = (client: Client) =>
  rowsOf<Definition>(
    client,
    `select t.relname as table, i.relname as name, pg_get_indexdef(x.indexrelid) as definition
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where i.relnamespace = ${ownSchema} and not i.relispartition
       and not exists (select from pg_constraint where conindid = x.indexrelid and contype in ('p', 'u', 'x'))`,
  )

/** Everything that costs time for each row: made once after all rows. Most keys are random, so their index is sorted then. */
async function structuresOf(client: Client): Promise<Structures> {
  const [constraints, foreignKeys] = [await constraintsOf(client, 'p,u'), await constraintsOf(client, 'f')]
  return { constraints, foreignKeys, indexes: await indexesOf(client) }
}

async function copyInto(client: Client, { name, columns, rows, open }: TableSource): Promise<void> {
  const stream = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(open(), stream)
  if (rows !== null && stream.rowCount !== rows) {
    throw new AdminRefused(`备份已损坏：表 ${name} 有 ${stream.rowCount} 行，应为 ${rows} 行。`)
  }
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

async function createDays(client: Client, days: readonly string[]) {
  for (const day of days) {
    await client.query(
      `create table ${quoted(partitionOf(day))} partition of ${EVENTS} for values from ('${day}') to ('${dayAfter(day)}')`,
    )
  }
}

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

/** @throws AdminRefused unless the migrated schema has the tables and columns of the backup */
async function requireSameShape(client: Client, tables: readonly TableShape[]) {
  const shapes = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns.toSorted().join()]))
  const other = tables.find(({ name, columns }) => shapes.get(name) !== columns.toSorted().join())
  if (other !== undefined) throw new AdminRefused(`备份中的表 ${other.name} 与本版本的表不同，无法恢复。`)
}

async function drop(client: Client, { constraints, indexes, foreignKeys }: Structures) {
  for (const { table, name } of [...foreignKeys, ...constraints]) {
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  }
  for (const { name } of indexes) await client.query(`drop index ${quoted(name)}`)
}

/** Making a constraint checks the rows. */
async function make(client: Client, { constraints, indexes, foreignKeys }: Structures) {
  const add = ({ table, name, definition }: Definition) =>
    client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  for (const constraint of constraints) await add(constraint)
  for (const { definition } of indexes) await client.query(definition)
  for (const foreignKey of foreignKeys) await add(foreignKey)
}

async function fill(client: Client, { tables, sequences, days }: StoreSource): Promise<void> {
  await client.query("set local maintenance_work_mem = '256MB'")
  // Migrations insert the rows that a new store has.
  const names = (await tablesOf(client)).map(({ name }) => name)
  const stored = names.filter((name) => tables.some((table) => table.name === name))
  await client.query(`truncate ${stored.map(quoted).join(', ')}`)
  const structures = await structuresOf(client)
  await drop(client, structures)
  await createDays(client, days)
  for (const table of tables) await copyInto(client, table)
  await make(client, structures)
  for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), last])
}

/**
 * Fills a database that has the migrations of the source, in one transaction: a restoration that fails leaves it without
 * rows.
 */
export async function fillPostgres(client: Client, source: StoreSource): Promise<void> {
  const partitions = new Set(source.days.map(partitionOf))
  await requireSameShape(
    client,
    source.tables.filter(({ name }) => !partitions.has(name)),
  )
  await inTransaction(client, '', () => fill(client, source))
  await client.query('analyze')
}

/** The tables and days of a backup of PostgreSQL. */
export async function sourceOfBackup(client: Client, folder: string, manifest: Manifest): Promise<StoreSource> {
  const events = (await tablesOf(client)).find(({ name }) => name === EVENTS)
  const opener = (file: string) => () => {
    const unpacked = createGunzip()
    const packed = createReadStream(path.join(folder, file))
    return packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  }
  return {
    tables: [
      ...manifest.tables.map(({ file, ...table }) => ({ ...table, open: opener(file) })),
      ...manifest.days.map(({ day, file, rows }) => {
        return { name: partitionOf(day), columns: events?.columns ?? [], rows, open: opener(file) }
      }),
    ],
    sequences: manifest.sequences.flatMap(({ name, last }) => (last === null ? [] : [{ name, last }])),
    days: manifest.days.map(({ day }) => day),
  }
}

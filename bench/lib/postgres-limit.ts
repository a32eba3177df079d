import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import type { DatabaseLocation } from '../../server/src/platform/database/open-database.ts'
import { processTreeCpu } from './process-figures.ts'

async function query<Row extends QueryResultRow>({ databaseUrl }: DatabaseLocation, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  return (await client.query<Row>(text).finally(() => client.end())).rows
}

/** A file of the PostgreSQL of a store, on this machine. */
const serverFile = async (location: DatabaseLocation, name: string) =>
  path.join((await query<{ data_directory: string }>(location, 'show data_directory'))[0]?.data_directory ?? '', name)

/** Milliseconds of CPU that the PostgreSQL of a store has used; NaN for SQLite. */
export async function serverCpu(location: DatabaseLocation): Promise<number> {
  if (location.databaseUrl === undefined) return Number.NaN
  return processTreeCpu(Number.parseInt(readFileSync(await serverFile(location, 'postmaster.pid'), 'utf8'), 10))
}

/** Seconds in which PostgreSQL copies the records of a kind from a file of its own into empty tables with the same indexes. */
export async function copyRecords(location: DatabaseLocation, kind: string): Promise<number> {
  const file = await serverFile(location, 'copied-rows')
  let seconds = 0
  for (const table of ['record', 'record_subject']) {
    await query(location, `create table copied (like ${table} including all)`)
    await query(location, `copy (select * from ${table} where kind = '${kind}') to '${file}'`)
    const startedAt = performance.now()
    await query(location, `copy copied from '${file}'`)
    seconds += (performance.now() - startedAt) / 1_000
    await query(location, 'drop table copied')
    rmSync(file)
  }
  await query(location, 'checkpoint')
  return seconds
}

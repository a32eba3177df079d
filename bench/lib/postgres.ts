import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import type { DatabaseLocation } from '../../server/src/platform/database/open-database.ts'
import { processTreeCpu } from './process-figures.ts'

/** The rows of one statement, which runs on a connection of its own. */
export async function queryOnce<Row extends QueryResultRow>(url: string | undefined, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return (await client.query<Row>(text).finally(() => client.end())).rows
}

/** Address of a database of a server. */
export function databaseUrlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Creates a database and returns its address. */
export async function createDatabase(serverUrl: string, name: string, options = ''): Promise<string> {
  await queryOnce(serverUrl, `create database ${name} ${options}`)
  return databaseUrlOf(serverUrl, name)
}

/** A file of the PostgreSQL of a store, on this machine. */
const serverFile = async ({ databaseUrl }: DatabaseLocation, name: string) =>
  path.join(
    (await queryOnce<{ data_directory: string }>(databaseUrl, 'show data_directory'))[0]?.data_directory ?? '',
    name,
  )

/** Milliseconds of CPU that the PostgreSQL of a store has used; NaN for SQLite. */
export async function serverCpu(location: DatabaseLocation): Promise<number> {
  if (location.databaseUrl === undefined) return Number.NaN
  return processTreeCpu(Number.parseInt(readFileSync(await serverFile(location, 'postmaster.pid'), 'utf8'), 10))
}

/** Seconds in which PostgreSQL copies the records of a kind from a file of its own into empty tables with the same indexes. */
export async function copyRecords(location: DatabaseLocation, kind: string): Promise<number> {
  const file = await serverFile(location, 'copied-rows')
  const query = (text: string) => queryOnce(location.databaseUrl, text)
  let seconds = 0
  for (const table of ['record', 'record_subject']) {
    await query(`create table copied (like ${table} including all)`)
    await query(`copy (select * from ${table} where kind = '${kind}') to '${file}'`)
    const startedAt = performance.now()
    await query(`copy copied from '${file}'`)
    seconds += (performance.now() - startedAt) / 1_000
    await query('drop table copied')
    rmSync(file)
  }
  await query('checkpoint')
  return seconds
}

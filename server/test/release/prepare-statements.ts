import { Client } from 'pg'
import type { OpenDatabase } from '../../src/platform/database/open-database.ts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Prepares every statement without running it. Returns the reason for each that the schema does not allow. */
export async function prepareStatements(
  database: OpenDatabase,
  databaseUrl: string,
  statements: readonly string[],
): Promise<Map<string, string>> {
  const refused = new Map<string, string>()
  if (database.kind === 'sqlite') {
    for (const text of statements) {
      try {
        database.sqlite.prepare(text)
      } catch (error) {
        refused.set(text, messageOf(error))
      }
    }
    return refused
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const text of statements) {
      try {
        await client.query(`prepare tried as ${text}`)
        await client.query('deallocate tried')
      } catch (error) {
        refused.set(text, messageOf(error))
      }
    }
  } finally {
    await client.end()
  }
  return refused
}

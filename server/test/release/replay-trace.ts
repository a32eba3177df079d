import { Client } from 'pg'
import type { OpenDatabase } from '../../src/platform/database/open-database.ts'
import { int8AsNumber } from '../../src/platform/database/postgres/postgres-pool.ts'
import type { Trace } from './release-files.ts'

type Value = string | number | boolean | null
type Connection = { run(text: string, values: readonly Value[]): Promise<number>; close(): Promise<void> }

function sqliteConnection({ sqlite }: Extract<OpenDatabase, { kind: 'sqlite' }>): Connection {
  return {
    run: async (text, values) => {
      const statement = sqlite.prepare(text)
      if (statement.reader) return statement.all(...values).length
      statement.run(...values)
      return 0
    },
    close: async () => {},
  }
}

async function postgresConnection(databaseUrl: string): Promise<Connection> {
  const client = new Client({ connectionString: databaseUrl, types: int8AsNumber, statement_timeout: 10_000 })
  await client.connect()
  return {
    run: async (text, values) => (await client.query({ text, values: [...values] })).rows.length,
    close: () => client.end(),
  }
}

/**
 * Runs the recorded statements in their order, each on its connection. Returns one line for each that fails or returns
 * another number of rows than it did.
 */
export async function replayTrace(
  database: OpenDatabase,
  databaseUrl: string,
  { texts, steps }: Trace,
): Promise<string[]> {
  const connections = new Map<number, Connection>()
  const problems: string[] = []
  const connectionOf = async (on: number) => {
    const found =
      connections.get(on) ??
      (database.kind === 'sqlite' ? sqliteConnection(database) : await postgresConnection(databaseUrl))
    connections.set(on, found)
    return found
  }
  for (const step of steps) {
    const connection = await connectionOf(step.on)
    if ('do' in step) {
      await connection.run(step.do, [])
      continue
    }
    const text = texts[step.text] ?? ''
    try {
      const rows = await connection.run(text, step.values)
      if (rows !== step.rows) problems.push(`${rows} rows instead of ${step.rows}: ${text}`)
    } catch (error) {
      problems.push(`${error instanceof Error ? error.message : String(error)}: ${text}`)
    }
  }
  for (const connection of connections.values()) await connection.close()
  return problems
}

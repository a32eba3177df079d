import type Sqlite from 'better-sqlite3'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import type { TestDatabase } from './databases.ts'

export type Query = { sql: string; parameters: readonly unknown[] }

type Instruction = { opcode: string; p1: number; p2: number; p3: number }
type SchemaRow = { name: string; tbl_name: string; rootpage: number }

/**
 * Tables that SQLite reads from one end to the other, by the compiled statement: the plan in words names aliases.
 * A cursor over a table or an index that starts at its end and steps on reads all of it; a bounded read starts with a seek.
 */
function sqliteWholeReads(sqlite: Sqlite.Database, { sql, parameters }: Query): string[] {
  const schema = sqlite.prepare<[], SchemaRow>('select name, tbl_name, rootpage from sqlite_schema').all()
  const byRoot = new Map(schema.map((row) => [row.rootpage, row]))
  const program = sqlite.prepare<unknown[], Instruction>(`explain ${sql}`).all(...parameters)
  const cursorsOf = (...opcodes: string[]) =>
    new Set(program.filter(({ opcode }) => opcodes.includes(opcode)).map(({ p1 }) => p1))
  const fromAnEnd = cursorsOf('Rewind', 'Last')
  const stepping = cursorsOf('Next', 'Prev')
  // Database 0 is the store; 1 holds temporary tables.
  const opened = program.filter(({ opcode, p1, p3 }) => {
    return opcode === 'OpenRead' && p3 === 0 && fromAnEnd.has(p1) && stepping.has(p1)
  })
  return [...opened.flatMap(({ p2 }) => byRoot.get(p2)?.tbl_name ?? []), ...readsByFlag(sqlite, { sql, parameters })]
}

/** A seek by the first column of an index, which distinguishes real companies from those of the demonstration only. */
function readsByFlag(sqlite: Sqlite.Database, { sql, parameters }: Query): string[] {
  const steps = sqlite.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...parameters)
  return steps.flatMap(({ detail }) => /^SEARCH (\w+) .*\(is_demo=\?\)$/.exec(detail)?.[1] ?? [])
}

const planNode = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  'Index Name': z.optional(z.string()),
  'Index Cond': z.optional(z.string()),
  'Actual Loops': z.optional(z.number()),
  get Plans() {
    return z.optional(z.array(planNode))
  },
})
type PlanNode = z.infer<typeof planNode>
const explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: planNode })) }))

/** Whether a query that was run executed the node: PostgreSQL plans more partitions than it opens. */
const isExecuted = (node: PlanNode) => (node['Actual Loops'] ?? 0) > 0

const nodesBelow = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesBelow)]

const isWholeRead = ({ 'Node Type': type, 'Index Cond': condition }: PlanNode) =>
  type === 'Seq Scan' || (/^(Bitmap )?Index (Only )?Scan/.test(type) && condition === undefined)

/** Tables that PostgreSQL reads whole although it avoids doing so: without the setting, it does so while tables are small. */
async function postgresWholeReads(pool: Pool, { sql, parameters }: Query): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query(`explain (format json) ${sql}`, [...parameters])
    await client.query('rollback')
    const nodes = z.parse(explained, rows).flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesBelow(Plan)))
    // A bitmap scan of an index names the index only.
    return nodes.filter(isWholeRead).map((node) => node['Relation Name'] ?? node['Index Name'] ?? node['Node Type'])
  } finally {
    client.release()
  }
}

/** Names of the stored tables that a query reads whole, by the plan of its database. */
export const wholeReads = async (database: TestDatabase, query: Query): Promise<string[]> =>
  database.kind === 'sqlite' ? sqliteWholeReads(database.sqlite, query) : postgresWholeReads(database.pool, query)

/** Runs a query on PostgreSQL, and returns the names of the partitions that it opened. */
export async function openedPartitions(pool: Pool, { sql, parameters }: Query): Promise<string[]> {
  const client = await pool.connect()
  const { rows } = await client
    .query(`explain (analyze, format json) ${sql}`, [...parameters])
    .finally(() => client.release())
  const nodes = z.parse(explained, rows).flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesBelow(Plan)))
  const names = nodes.filter(isExecuted).flatMap((node) => node['Relation Name'] ?? [])
  return [...new Set(names.filter((name) => /^record(_subject)?_\d\d$/.test(name)))]
}

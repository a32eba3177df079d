import { Client, Pool } from 'pg'
import { startPostgres } from '../../server/test/databases/postgres-server.ts'
import { giveUp } from './bench-store.ts'
import type { LimitIndex } from './limit-index.ts'

/** One way of finding names in PostgreSQL. */
export type PostgresSearch = {
  find: (terms: readonly string[], limit: number) => Promise<number[]>
  seconds: number
  /** Table and indexes. */
  bytes: number
}

export type PostgresBench = {
  /** `like '%…%'` over a trigram index, plan left to PostgreSQL. */
  openTrigrams(): Promise<PostgresSearch>
  /** Characters and pairs as an array with a GIN index; the plan follows from how many names have the rarest. */
  openBigrams(): Promise<PostgresSearch>
  close(): Promise<void>
}

const CLIENTS = 8
/** Tables and indexes of a million names fit in it: nothing is read from a disk. */
const SHARED_BUFFERS = '2GB'
const BATCH = 5000

/** A PostgreSQL of its own with the normalised names; `doc` is the place in rank order. */
export async function openPostgresBench(
  count: number,
  { name: nameOf, frequency }: Pick<LimitIndex, 'name' | 'frequency'>,
): Promise<PostgresBench> {
  const server = await startPostgres({ shared_buffers: SHARED_BUFFERS })
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  const pools: Pool[] = []
  const close = async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await admin.end()
    await server.stop()
  }
  // pg_trgm asks the C library what a letter is; in the plain C locale no Han character is one, and nothing is found.
  await admin.query(`create database bench template template0 locale_provider libc locale 'C.UTF-8'`)
  const location = new URL(server.url)
  location.pathname = '/bench'
  const connect = (settings: string) => {
    const pool = new Pool({ connectionString: location.href, max: CLIENTS, options: `-c jit=off ${settings}` })
    // A connection that was just ended hears of the server's own end; a failed query rejects by itself.
    pool.on('error', () => {})
    pools.push(pool)
    return pool
  }
  const setUp = connect('-c maintenance_work_mem=1GB -c work_mem=256MB')
  const { rowCount } = await setUp.query(`select 1 from pg_available_extensions where name = 'pg_trgm'`)
  if (rowCount === 0) {
    await close()
    giveUp('This PostgreSQL comes without pg_trgm: there is nothing to compare with.')
  }

  /** `columns`: SQL over the number, the name and its grams. */
  const load = async (table: string, columns: string) => {
    for (let from = 0; from < count; from += BATCH) {
      const docs = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index)
      const names = docs.map(nameOf)
      const grams = columns.includes('grams') ? names.map(asArray) : []
      const sql = `insert into ${table} select ${columns} from unnest($1::int[], $2::text[], $3::text[]) as name (doc, key, grams)`
      await setUp.query(sql, [docs, names, grams])
    }
  }
  const measured = async (table: string, build: () => Promise<void>) => {
    const startedAt = performance.now()
    await build()
    await setUp.query(`vacuum analyze ${table}`)
    const seconds = (performance.now() - startedAt) / 1000
    const size = await setUp.query<{ bytes: string }>(`select pg_total_relation_size($1) as bytes`, [table])
    return { seconds, bytes: Number(size.rows[0]?.bytes) }
  }

  return {
    async openTrigrams() {
      const figures = await measured('trigram', async () => {
        await setUp.query('create extension pg_trgm')
        await setUp.query('create table trigram (doc int primary key, key text not null)')
        await load('trigram', 'doc, key')
        await setUp.query('create index on trigram using gin (key gin_trgm_ops)')
      })
      const pool = connect('')
      return {
        ...figures,
        find: (terms, limit) => {
          const conditions = terms.map((_, at) => `key like $${at + 1}`).join(' and ')
          return ask(pool, `select doc from trigram where ${conditions} order by doc limit ${limit}`, patterns(terms))
        },
      }
    },

    async openBigrams() {
      const figures = await measured('bigram', async () => {
        await setUp.query('create table bigram (doc int primary key, key text not null, grams text[] not null)')
        await load('bigram', 'doc, key, grams::text[]')
        await setUp.query('create index on bigram using gin (grams) with (fastupdate = off)')
      })
      const byGrams = connect('-c enable_seqscan=off -c enable_indexscan=off')
      const inRankOrder = connect('-c enable_seqscan=off -c enable_bitmapscan=off')
      return {
        ...figures,
        find: async (terms, limit) => {
          const grams = terms.map((term) => rarestGrams(term, frequency))
          const counts = grams.map(([rarest = '']) => frequency(rarest))
          const fewest = Math.min(...counts)
          if (fewest === 0) return []
          const expected = counts.reduce((all, one) => (all * one) / count, count)
          if ((limit * count) / expected < fewest * ROW_RATIO) {
            const sql = `select doc from bigram where key like all ($1) order by doc limit ${limit}`
            return ask(inRankOrder, sql, [patterns(terms)])
          }
          const sql = `select doc from bigram where grams @> $1 and key like all ($2) order by doc limit ${limit}`
          return ask(byGrams, sql, [grams.flat(), patterns(terms)])
        },
      }
    },

    close,
  }
}

const ask = async (pool: Pool, sql: string, values: unknown[]) => {
  const { rows } = await pool.query<{ doc: number }>(sql, values)
  return rows.map(({ doc }) => doc)
}
const patterns = (terms: readonly string[]) => terms.map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`)

/** What a row found by the index costs, in rows read in order. */
const ROW_RATIO = 4
/** More make PostgreSQL read more lists than they save rows. */
const MOST_GRAMS = 3

const gramsOf = (text: string): string[] =>
  Array.from({ length: text.length }, (_, at) => [text.slice(at, at + 1), text.slice(at, at + 2)]).flat()

const asArray = (name: string) => `{${[...new Set(gramsOf(name))].map((gram) => `"${gram}"`).join(',')}}`

/** Rarest first. */
function rarestGrams(term: string, frequency: (gram: string) => number): string[] {
  const grams = term.length === 1 ? [term] : gramsOf(term).filter((gram) => gram.length === 2)
  return [...new Set(grams)].sort((a, b) => frequency(a) - frequency(b)).slice(0, MOST_GRAMS)
}

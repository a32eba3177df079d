import { Client, Pool } from 'pg'
import { startPostgres } from '../../server/test/databases/postgres-server.ts'
import { giveUp } from './report.ts'

/** Names in PostgreSQL under a trigram index. */
export type PgTrgm = {
  /** Places in rank order of the first companies whose name contains every term. */
  find: (terms: readonly string[], limit: number) => Promise<number[]>
  /** Table and indexes. */
  bytes: number
  close: () => Promise<void>
}

/** Large enough for table and index of a million names, so that no query reads from the disk. */
const SHARED_BUFFERS = '2GB'
const BATCH = 5000

const patternsOf = (terms: readonly string[]) => terms.map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`)

/** Starts a PostgreSQL and loads the normalised names of all numbers below `count` into it. */
export async function openPgTrgm(count: number, nameOf: (doc: number) => string): Promise<PgTrgm> {
  const server = await startPostgres({ shared_buffers: SHARED_BUFFERS })
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  // In the plain C locale pg_trgm takes no Han character for a letter and finds nothing.
  await admin.query(`create database bench template template0 locale_provider libc locale 'C.UTF-8'`)
  await admin.end()
  const location = new URL(server.url)
  location.pathname = '/bench'
  const options = '-c jit=off -c maintenance_work_mem=1GB -c work_mem=256MB'
  const pool = new Pool({ connectionString: location.href, max: 1, options })
  // A connection that has ended may still receive the shutdown of the server; failed queries reject by themselves.
  pool.on('error', () => {})
  const close = async () => {
    await pool.end()
    await server.stop()
  }
  const { rowCount } = await pool.query(`select 1 from pg_available_extensions where name = 'pg_trgm'`)
  if (rowCount === 0) {
    await close()
    giveUp('This PostgreSQL comes without pg_trgm: there is nothing to compare with.')
  }
  await pool.query('create extension pg_trgm')
  await pool.query('create table company (doc int primary key, key text not null)')
  for (let from = 0; from < count; from += BATCH) {
    const docs = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index)
    await pool.query('insert into company select * from unnest($1::int[], $2::text[])', [docs, docs.map(nameOf)])
  }
  await pool.query('create index on company using gin (key gin_trgm_ops)')
  await pool.query('vacuum analyze company')
  const size = await pool.query<{ bytes: string }>(`select pg_total_relation_size('company') as bytes`)
  return {
    async find(terms, limit) {
      const conditions = terms.map((_, at) => `key like $${at + 1}`).join(' and ')
      const sql = `select doc from company where ${conditions} order by doc limit ${limit}`
      const { rows } = await pool.query<{ doc: number }>(sql, patternsOf(terms))
      return rows.map(({ doc }) => doc)
    },
    bytes: Number(size.rows[0]?.bytes),
    close,
  }
}

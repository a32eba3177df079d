import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { startPostgres } from '../../server/test/databases/postgres-server.ts'
import { freePort } from '../../server/test/process/free-port.ts'
import { createDatabase } from './postgres.ts'
import { giveUp } from './report.ts'
import { type Engine, type OpenEngines, TOP } from './search-engines.ts'

const KEY = 'bench'
/** Every option that Typesense turns on for typing errors is off: it answers as the others do. */
const EXACT = { query_by: 'key', num_typos: '0', drop_tokens_threshold: '0', sort_by: '_text_match:desc,rank:desc' }

/** Starts this program, which keeps names in memory and cuts them into words, with the names of all numbers below `count`. */
export async function openTypesense(
  program: string,
  count: number,
  nameOf: (doc: number) => string,
): Promise<OpenEngines> {
  const folder = mkdtempSync(path.join(tmpdir(), 'typesense-'))
  const [port, peeringPort] = [await freePort(), await freePort()]
  const addresses = ['--api-address', '127.0.0.1', '--api-port', `${port}`]
  const peers = ['--peering-address', '127.0.0.1', '--peering-port', `${peeringPort}`]
  const child = spawn(program, ['--data-dir', folder, '--api-key', KEY, ...addresses, ...peers], { stdio: 'ignore' })
  const kill = () => void child.kill('SIGKILL')
  process.on('exit', kill)
  const call = (target: string, init?: { method: string; body: string }) =>
    fetch(`http://127.0.0.1:${port}${target}`, { ...init, headers: { 'X-TYPESENSE-API-KEY': KEY } })
  const isHealthy = () =>
    call('/health').then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isHealthy())) await wait(200)
  const fields = [
    { name: 'key', type: 'string', locale: 'zh' },
    { name: 'rank', type: 'int32' },
  ]
  await call('/collections', {
    method: 'POST',
    body: JSON.stringify({ name: 'companies', fields, default_sorting_field: 'rank' }),
  })
  for (let from = 0; from < count; from += BATCH) {
    const docs = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index)
    const lines = docs.map((doc) => JSON.stringify({ id: String(doc), key: nameOf(doc), rank: count - doc }))
    const imported = await call('/collections/companies/documents/import', { method: 'POST', body: lines.join('\n') })
    await imported.text()
  }
  const metrics: { typesense_memory_resident_bytes: string } = await (await call('/metrics.json')).json()
  const find = async (terms: readonly string[]) => {
    const query = new URLSearchParams({ ...EXACT, q: terms.join(' '), per_page: String(TOP) })
    return (await call(`/collections/companies/documents/search?${query}`)).json()
  }
  const answer: Engine['answer'] = ({ terms }) => find(terms ?? [])
  return {
    engines: [{ name: 'Typesense, page with total', answer, namesOnly: true }],
    bytes: { 'Typesense, names only, memory': Number(metrics.typesense_memory_resident_bytes) },
    async close() {
      process.off('exit', kill)
      kill()
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Large enough for table and index of a million names, so that no query reads from the disk. */
const SHARED_BUFFERS = '2GB'
const BATCH = 5000
/** Some queries take half a second. */
const QUERIES_PER_KIND = 20

const patternsOf = (terms: readonly string[]) => terms.map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`)

/** Starts a PostgreSQL with the normalised names of all numbers below `count`, in rank order, under a trigram index. */
export async function openPgTrgm(count: number, nameOf: (doc: number) => string): Promise<OpenEngines> {
  const server = await startPostgres({ shared_buffers: SHARED_BUFFERS })
  // In the plain C locale pg_trgm takes no Han character for a letter and finds nothing.
  const url = await createDatabase(server.url, 'bench', `template template0 locale_provider libc locale 'C.UTF-8'`)
  const options = '-c jit=off -c maintenance_work_mem=1GB -c work_mem=256MB'
  const pool = new Pool({ connectionString: url, max: 1, options })
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
  const find = async (terms: readonly string[]) => {
    const conditions = terms.map((_, at) => `key like $${at + 1}`).join(' and ')
    const sql = `select doc from company where ${conditions} order by doc limit ${TOP}`
    return (await pool.query(sql, patternsOf(terms))).rows
  }
  const answer: Engine['answer'] = ({ terms }) => find(terms ?? [])
  return {
    engines: [{ name: 'pg_trgm', answer, namesOnly: true, queriesPerKind: QUERIES_PER_KIND }],
    // Table and indexes.
    bytes: { 'pg_trgm, names only': Number(size.rows[0]?.bytes) },
    close,
  }
}

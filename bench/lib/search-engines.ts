import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import type { Pronunciation } from '../../server/src/search/analysis/pronunciation.ts'
import { decodeSearchDocument } from '../../server/src/search/analysis/search-document-codec.ts'
import type { CompanyHit, CompanyHits, CompanyQuery } from '../../server/src/search/company-search.ts'
import { createSearcher } from '../../server/src/search/ranking/searcher.ts'
import { openSegment } from '../../server/src/search/segment/segment-reader.ts'
import { startPostgres } from '../../server/test/databases/postgres-server.ts'
import { freePort } from '../../server/test/process/free-port.ts'
import { createDatabase } from './postgres.ts'
import { giveUp } from './report.ts'
import { type SearchQuery, searchKinds } from './search-queries.ts'
import { timeCalls, timed } from './timing.ts'

/** Rows of one answer. */
export const TOP = 20

/** What is measured: it answers a query at once or with a promise. */
export type Engine = {
  name: string
  answer: (query: SearchQuery) => unknown
  /** Engines that have only names answer no other kinds of queries. */
  namesOnly?: boolean
  /** Slow engines get fewer queries. */
  queriesPerKind?: number
}

/** Engines over one store of the companies. `bytes`: of each index, by its name. */
export type OpenEngines = { engines: readonly Engine[]; bytes: Readonly<Record<string, number>>; close: () => unknown }

export type Queries = ReadonlyMap<string, readonly SearchQuery[]>

/** Milliseconds of every query of these kinds, in the order of the queries. */
export type TimesOf = (engine: Engine, kinds: readonly string[]) => readonly number[]

export const pageQuery = ({ keyword, filters }: SearchQuery): CompanyQuery => ({
  keyword,
  filters,
  sort: 'relevance',
  offset: 0,
  limit: TOP,
  exact: false,
})

const isFiltered = ({ filters }: SearchQuery) => Object.keys(filters).length > 0

type Search = { search: (query: CompanyQuery) => unknown; suggest: (keyword: string, limit: number) => unknown }

/** The first rows as in suggestions (with filters: a page), and the page with its total. */
export const enginesOver = (
  name: string,
  rows: Search,
  pages: Pick<Search, 'search'> = rows,
): Record<'first' | 'page', Engine> => ({
  first: {
    name: `${name}, first 20 rows`,
    answer: (query) => (isFiltered(query) ? rows.search(pageQuery(query)) : rows.suggest(query.keyword, TOP)),
  },
  page: { name: `${name}, page with total`, answer: (query) => pages.search(pageQuery(query)) },
})

/** Our index in this thread. Each engine opens the file for itself and does not profit from blocks that the other has read. */
export function openProduct(file: string, pronunciation: Pronunciation, now: number) {
  const open = () => {
    const segment = openSegment(file)
    const searcher = createSearcher([{ segment, deleted: new Set() }], pronunciation)
    const search = (query: CompanyQuery): CompanyHits => searcher.search(query, now)
    const suggest = (keyword: string): CompanyHit[] => searcher.suggest(keyword, TOP, now)
    return { segment, search, suggest }
  }
  const [rows, pages] = [open(), open()]
  const close = () => {
    rows.segment.close()
    pages.segment.close()
  }
  /** Name of a company by its place in rank order. */
  const name = (doc: number) => decodeSearchDocument(rows.segment.record(doc)).names[0]?.key ?? ''
  return { ...rows, ...enginesOver('ours', rows, pages), name, close }
}

export type Product = ReturnType<typeof openProduct>

const isAnswered = ({ namesOnly = false }: Engine, { terms }: SearchQuery) => !namesOnly || terms !== null

/** Runs every kind of query on every engine in turns, so that changes of the machine's speed affect all alike. */
export async function measureEngines(engines: readonly Engine[], queries: Queries, warmUps: Queries): Promise<TimesOf> {
  const timings = new Map(engines.map((engine): [Engine, Map<string, number[]>] => [engine, new Map()]))
  for (const round of [warmUps, queries]) {
    for (const kind of searchKinds) {
      for (const engine of engines) {
        const asked = (round.get(kind) ?? []).slice(0, engine.queriesPerKind).filter((one) => isAnswered(engine, one))
        const taken: number[] = []
        for (const query of asked) taken.push(await timed(() => engine.answer(query)))
        timings.get(engine)?.set(kind, taken)
      }
    }
  }
  return (engine, kinds) => kinds.flatMap((kind) => timings.get(engine)?.get(kind) ?? [])
}

/** Runs the queries of all kinds, alternating, by this many callers. Returns the milliseconds of each, and queries a second. */
export async function measureTogether(engine: Engine, queries: Queries, callers: number) {
  const lists = [...queries.values()]
  const longest = Math.max(...lists.map(({ length }) => length))
  const mixed = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
  const asked = mixed.filter((one) => isAnswered(engine, one))
  let times: number[] = []
  const took = await timed(async () => {
    times = await timeCalls(
      callers,
      (at) => at < asked.length,
      (at) => asked[at] && engine.answer(asked[at]),
    )
  })
  return { times, perSecond: (times.length / took) * 1_000 }
}

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

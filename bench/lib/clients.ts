import { SEARCH_THREADS } from '../../server/src/app/admission-rules.ts'
import { openQueryPool } from '../../server/src/search/pool/query-pool.ts'
import type { IndexStore } from './index-store.ts'
import { type Engine, pageQuery, type Queries } from './search-engines.ts'

/** Milliseconds of every query, and queries a second. */
export type TogetherTimings = { milliseconds: number[]; perSecond: number }

/** Runs the queries of all kinds, alternating, by this many callers; each waits for its answer before the next query. */
export async function measureTogether(engine: Engine, queries: Queries, callers: number): Promise<TogetherTimings> {
  const lists = [...queries.values()]
  const longest = Math.max(...lists.map(({ length }) => length))
  const mixed = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
  const answered = mixed.filter(({ terms }) => !engine.namesOnly || terms !== null)
  const milliseconds: number[] = []
  let next = 0
  const call = async () => {
    for (let query = answered[next++]; query !== undefined; query = answered[next++]) {
      const startedAt = performance.now()
      await engine.answer(query)
      milliseconds.push(performance.now() - startedAt)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: callers }, call))
  return { milliseconds, perSecond: (milliseconds.length / (performance.now() - startedAt)) * 1000 }
}

/** Our index in the threads of a server. */
export async function openPooledProduct({ file, figures }: IndexStore, now: number) {
  const fail = (error: unknown) => {
    throw error
  }
  const pool = openQueryPool({ workers: SEARCH_THREADS, queueLimit: 256, onCorruption: fail, onWorkerReplaced: fail })
  await pool.use({
    version: 'bench',
    segments: [{ file, deletedDocs: [] }],
    companies: figures.companies,
    builtAt: 0,
  })
  const page: Engine = {
    name: 'ours in threads, page with total',
    answer: (query) => pool.run({ type: 'search', query: pageQuery(query), now }),
    namesOnly: false,
    queriesPerKind: Number.POSITIVE_INFINITY,
  }
  return { page, close: () => pool.close() }
}

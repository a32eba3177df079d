import { type SearchKind, type SearchQuery, searchKinds } from './search-queries.ts'
import { percentile } from './timing.ts'

/** Something that answers queries, in this process (at once) or in another (in time). */
export type Engine = {
  name: string
  /** undefined where this engine has no way of answering such a query. */
  ask(query: SearchQuery): unknown
  canAnswer(query: SearchQuery): boolean
  /** Slow engines are asked fewer. */
  queriesPerKind: number
}

/** The engines that are compared: ours against the limit. */
export const OURS = 'ours, top 20'
export const LIMIT = 'limit'

export type Queries = Map<SearchKind, SearchQuery[]>

/** Milliseconds of every measured query, by kind and in the order of the queries. */
export type Timings = Map<SearchKind, number[]>

const askedOf = (engine: Engine, queries: readonly SearchQuery[]) =>
  queries.slice(0, engine.queriesPerKind).filter((query) => engine.canAnswer(query))

/** Every kind by every engine in turn, so that what the machine does meanwhile meets all of them alike. */
export async function measureEngines(
  engines: readonly Engine[],
  queries: Queries,
  warmUps: Queries,
): Promise<Map<string, Timings>> {
  const timings = new Map(engines.map(({ name }): [string, Timings] => [name, new Map()]))
  for (const engine of engines) await askAll(engine, warmUps)
  for (const kind of searchKinds) {
    for (const engine of engines) {
      const taken: number[] = []
      for (const query of askedOf(engine, queries.get(kind) ?? [])) taken.push(await timeOf(engine, query))
      timings.get(engine.name)?.set(kind, taken)
    }
  }
  return timings
}

async function askAll(engine: Engine, queries: Queries) {
  for (const kind of searchKinds) {
    for (const query of askedOf(engine, queries.get(kind) ?? [])) await engine.ask(query)
  }
}

/** What answers at once is not made to wait for a turn of the event loop. */
async function timeOf(engine: Engine, query: SearchQuery): Promise<number> {
  const startedAt = performance.now()
  const answer = engine.ask(query)
  if (answer instanceof Promise) await answer
  return performance.now() - startedAt
}

/** Queries per second with so many clients, each asking the next query as soon as it has an answer. */
export async function measureThroughput(engine: Engine, queries: Queries, clients: number): Promise<number> {
  const all = searchKinds.flatMap((kind) => askedOf(engine, queries.get(kind) ?? []))
  let next = 0
  const client = async () => {
    for (let query = all[next++]; query !== undefined; query = all[next++]) await engine.ask(query)
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  return all.length / ((performance.now() - startedAt) / 1000)
}

export const shares = { p50: 0.5, p95: 0.95, p99: 0.99 } as const

export const timesOf = (timings: Timings | undefined, kinds: readonly SearchKind[]) =>
  kinds.flatMap((kind) => timings?.get(kind) ?? [])

export const ratioAt = (share: number, one: readonly number[], other: readonly number[]) =>
  percentile(one, share) / percentile(other, share)

import type { Clock } from '../../../domain/clock.ts'
import type { ServiceOutage } from '../../../platform/log/service-outage.ts'
import { startPollingLoop } from '../../refresh/polling-loop.ts'
import type { IndexInUse, IndexState } from '../index-state.ts'
import type { SearchGateway } from './search-gateway.ts'

/** Milliseconds between two looks at the state of the index. A switch to another index is noticed within this time. */
const CHECK_MS = 1000
/** Age of the words for regions. A region whose first company is new becomes a word of keywords within this time. */
const REGIONS_MS = 60_000
/** Routing values that are tried to reach every shard. */
const MOST_ROUTINGS = 1000

/** The index that queries use. */
export type WatchedIndex = {
  state: IndexInUse
  regions: ReadonlySet<string>
  /** One routing value for each shard. */
  routings: readonly string[]
}

type IndexWatchDeps = {
  readState: () => Promise<IndexState>
  gateway: SearchGateway
  clock: Clock
  outage: ServiceOutage
}

/** Follows which index may be used. While OpenSearch is unreachable, the last one stays in use: queries fail by themselves. */
export function watchIndex({ readState, gateway, clock, outage }: IndexWatchDeps) {
  let current: WatchedIndex | null = null
  let regionsAt = Number.NEGATIVE_INFINITY
  let isReachable = false
  let hasBeenUsed = false
  const { promise: firstUse, resolve: onFirstUse } = Promise.withResolvers<void>()

  async function check() {
    const state = await readState()
    isReachable = state.status === 'ready' || state.reason !== 'unreachable'
    if (!isReachable) return
    if (state.status !== 'ready') {
      current = null
      return
    }
    const isSame = current?.state.name === state.name
    const routings = isSame && current !== null ? current.routings : await routingsOf(state)
    const isFresh = isSame && Math.abs(clock.now() - regionsAt) < REGIONS_MS
    const regions = isFresh && current !== null ? current.regions : await gateway.regions(state.name)
    if (!isFresh) regionsAt = clock.now()
    current = { state, regions, routings }
    hasBeenUsed = true
    onFirstUse()
  }

  /** Terms are counted in each shard, and a routing value leads to one of them. */
  async function routingsOf({ name, shards }: IndexInUse): Promise<string[]> {
    if (shards === 1) return ['0']
    const byShard = new Map<number, string>()
    for (let routing = 0; byShard.size < shards && routing < MOST_ROUTINGS; routing += 1) {
      byShard.set(await gateway.shardOf(name, String(routing)), String(routing))
    }
    return [...byShard.values()]
  }

  const loop = startPollingLoop({
    poll: async () => {
      await check()
      outage.worked('watch')
      return 'done'
    },
    everyMs: CHECK_MS,
    maxBackoffMs: CHECK_MS,
    onFailure: (error) => outage.failed(error, 'watch'),
  })

  return {
    /** null: queries cannot run. */
    current: () => current,
    isReachable: () => isReachable,
    /** Whether an index has been in use. */
    hasBeenUsed: () => hasBeenUsed,
    /** Resolves when an index is in use for the first time. */
    whenReady: () => firstUse,
    /** Looks at the state now. */
    checkNow: () => loop.runNow(),
    close: () => loop.close(),
  }
}

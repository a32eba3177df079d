import type { Clock } from '../domain/clock.ts'
import type { Logger } from '../platform/log/logger.ts'
import { type CompanySearch, SearchUnavailable } from './company-search.ts'
import { openQueryPool } from './pool/query-pool.ts'
import type { Answer, Damage, Question } from './pool/query-worker-messages.ts'
import type { FollowerLook, StartFollower } from './refresh/index-follower.ts'
import type { OpenableIndex } from './refresh/index-manifest.ts'

export type EmbeddedCompanySearchOptions = {
  /** Threads that answer. */
  workers: number
  /** Questions that may wait for a thread. */
  queueLimit: number
  startFollower: StartFollower
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
}

export interface EmbeddedCompanySearch extends CompanySearch {
  /** Resolves when everything the records hold now can be found; rejects when that failed. */
  refresh(): Promise<void>
}

const PREPARING_SECONDS = 3
const preparing = () => new SearchUnavailable('preparing', PREPARING_SECONDS)
/** A follower that has said nothing for so long may be behind by as much. */
const SILENCE_MS = 5000

/**
 * Search over an index of its own, which a follower keeps in step with the records and makes anew where it is missing,
 * of another version, damaged or of other records. Until one stands, nothing is answered.
 */
export function openEmbeddedCompanySearch(options: EmbeddedCompanySearchOptions): EmbeddedCompanySearch {
  const { clock, log } = options
  const openedAt = clock.now()
  let inUse: OpenableIndex | null = null
  let switching: OpenableIndex | null = null
  let lastLook: FollowerLook | null = null
  let isClosed = false

  /** Out of use at once: from here on the records answer, until it is made anew. */
  const discard = ({ version, file, message }: Damage) => {
    if (version !== switching?.version && version !== inUse?.version) return
    log.error('search.index-damaged', { detail: message })
    inUse = null
    switching = null
    follower.repair(file)
  }

  const pool = openQueryPool({
    workers: options.workers,
    queueLimit: options.queueLimit,
    onDamage: discard,
    onReplaced: (error) => log.warn('search.thread-replaced', { error }),
  })

  const follower = options.startFollower({
    async use(index) {
      switching = index
      if (index === null) inUse = null
      else await pool.use(index)
      if (switching === index) inUse = index
    },
    looked(look) {
      lastLook = look
    },
  })

  const ask = async (question: Question): Promise<Answer> => {
    if (inUse === null || isClosed) throw preparing()
    const answer = await pool.ask(question)
    if (answer.type !== 'damaged') return answer
    discard(answer)
    throw preparing()
  }

  const lagSeconds = () => {
    const now = clock.now()
    const { at, oldestPendingAt } = lastLook ?? { at: openedAt, oldestPendingAt: null }
    if (oldestPendingAt !== null) return Math.max(0, now - oldestPendingAt) / 1000
    return now - at > SILENCE_MS ? (now - at) / 1000 : 0
  }

  return {
    async search(query) {
      const answer = await ask({ type: 'search', query, now: clock.now() })
      if (answer.type !== 'search') throw new TypeError(`a search was answered with ${answer.type}`)
      return answer.hits
    },
    async suggest(keyword, limit) {
      const answer = await ask({ type: 'suggest', keyword, limit, now: clock.now() })
      if (answer.type !== 'suggest') throw new TypeError(`a suggestion was answered with ${answer.type}`)
      return answer.hits
    },
    state: () => ({
      ready: inUse !== null,
      companies: inUse?.companies ?? 0,
      segments: inUse?.segments.length ?? 0,
      builtAt: inUse?.builtAt ?? null,
      version: inUse?.version ?? null,
      lagSeconds: lagSeconds(),
      waiting: pool.waiting(),
    }),
    refresh: () => (isClosed ? Promise.resolve() : follower.refresh()),
    async close() {
      isClosed = true
      await follower.close()
      await pool.close()
      inUse = null
    },
  }
}

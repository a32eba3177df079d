import type { MembershipRules } from '../../domain/account/membership-rules.ts'
import type { Clock } from '../../domain/clock.ts'
import { createStaleIfErrorCache } from '../../platform/cache.ts'

/** Interval at which a process reads the version of the rules. */
const TTL_MS = 2_000

type PublishedRulesDeps = {
  clock: Clock
  /** The rules at the start of the process. */
  initial: MembershipRules
  load: () => Promise<MembershipRules>
  onStale: (error: unknown) => void
}

export function createPublishedRules({ clock, initial, load, onStale }: PublishedRulesDeps) {
  const cached = createStaleIfErrorCache<MembershipRules>({ clock, ttlMs: TTL_MS, onStale })
  let last = initial
  // The first copy, so that a call never waits for a database that is away.
  void cached('rules', async () => initial)
  return {
    /** The rules that this process read last: within a transaction nothing else is read. */
    current: (): MembershipRules => last,
    /** Reads the rules if the last reading is older than two seconds; the last ones while the database is away. */
    async find(): Promise<MembershipRules> {
      last = await cached('rules', load)
      return last
    },
  }
}

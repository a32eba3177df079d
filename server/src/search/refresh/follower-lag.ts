import type { Clock } from '../../domain/clock.ts'
import type { FollowerCheck } from './index-follower.ts'

/** Milliseconds. When the follower has not reported for this long, the time since its last report counts as lag. */
const STALE_AFTER_MS = 5000

/** Age of the oldest change that is not searchable, from the reports of a follower. */
export function createFollowerLag(clock: Clock) {
  let lastCheck: FollowerCheck = { at: clock.now(), oldestPendingAt: null }
  return {
    checked: (check: FollowerCheck) => {
      lastCheck = check
    },
    seconds: (): number => {
      const now = clock.now()
      const { at, oldestPendingAt } = lastCheck
      if (oldestPendingAt !== null) return Math.max(0, now - oldestPendingAt) / 1000
      return now - at > STALE_AFTER_MS ? (now - at) / 1000 : 0
    },
  }
}

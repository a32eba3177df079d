import { chinaDay } from '../../src/domain/china-day.ts'
import type { EventStore, TrackedEvent } from '../../src/features/tracking/tracked-event.ts'

/** Events in memory. `fail` makes every append fail until it is set back. */
export function createMemoryEventStore() {
  const stored: TrackedEvent[] = []
  const state = { fails: false }
  const store: EventStore = {
    async append(events) {
      if (state.fails) throw new Error('the disk is full')
      stored.push(...events)
    },
    async readDay(day) {
      const events = stored
        .filter(({ at }) => chinaDay(at) === day)
        .sort((a, b) => Number(a.device - b.device) || a.at - b.at)
      return events.length === 0
        ? null
        : (async function* () {
            yield* events
          })()
    },
    async dropDay(day) {
      const kept = stored.filter(({ at }) => chinaDay(at) !== day)
      stored.splice(0, stored.length, ...kept)
    },
    days: async () => [...new Set(stored.map(({ at }) => chinaDay(at)))].sort(),
    close: async () => undefined,
  }
  return { store, stored, state }
}

/** For commands that do not read tracked events. */
export const withoutTracking = { store: createMemoryEventStore().store, rollUpDay: async () => false }

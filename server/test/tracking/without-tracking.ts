import { createMemoryEventStore } from './memory-event-store.ts'

/** For commands that do not read tracked events. */
export const withoutTracking = { store: createMemoryEventStore().store, rollUpDay: async () => false }

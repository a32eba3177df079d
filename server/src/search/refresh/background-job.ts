import type { SegmentEntry } from './index-manifest.ts'

/** What is built aside, for what, and what becomes of it where it is no longer wanted. */
type Job<Purpose> = { purpose: Purpose; built: SegmentEntry | null; failure: unknown; isDiscarded: boolean }

type BackgroundJobEvents = { onEnd: () => void; onDiscarded: (built: SegmentEntry) => void }

/** One long building at a time beside the loop that follows the changes. */
export function createBackgroundJob<Purpose>({ onEnd, onDiscarded }: BackgroundJobEvents) {
  let job: Job<Purpose> | null = null
  let ended: Promise<unknown> = Promise.resolve()

  return {
    /** null while nothing is being built. */
    get purpose() {
      return job?.purpose ?? null
    },

    start(purpose: Purpose, build: () => Promise<SegmentEntry>) {
      const started: Job<Purpose> = { purpose, built: null, failure: null, isDiscarded: false }
      job = started
      const succeed = (built: SegmentEntry) => {
        if (started.isDiscarded) onDiscarded(built)
        else started.built = built
      }
      const fail = (failure: unknown) => {
        started.failure = failure
      }
      ended = Promise.all([ended, build().then(succeed, fail).finally(onEnd)])
    },

    /** What has been built since it was last asked for; null while nothing is. @throws what the building threw */
    takeResult(): { purpose: Purpose; built: SegmentEntry } | null {
      if (job === null || (job.built === null && job.failure === null)) return null
      const { purpose, built, failure } = job
      job = null
      if (built === null) throw failure
      return { purpose, built }
    },

    /** What is being built, or was, is for nothing. */
    discard() {
      if (job === null) return
      job.isDiscarded = true
      if (job.built !== null) onDiscarded(job.built)
      job = null
    },

    /** Resolves when nothing is being built any more. */
    async whenEnded() {
      await ended
    },
  }
}

import type { SegmentEntry } from './index-manifest.ts'

/** A running or finished build. `built` and `failure` are null while it runs. */
type Job<Purpose> = { purpose: Purpose; built: SegmentEntry | null; failure: unknown; isDiscarded: boolean }

type BackgroundJobEvents = { onEnd: () => void; onDiscarded: (built: SegmentEntry) => void }

/** Runs one long build at a time, next to the polling loop. */
export function createBackgroundJob<Purpose>({ onEnd, onDiscarded }: BackgroundJobEvents) {
  let job: Job<Purpose> | null = null
  let ended: Promise<unknown> = Promise.resolve()

  return {
    /** What the current build is for; null when there is none. */
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

    /** The finished build, once; null while there is none. @throws the error of a failed build */
    takeResult(): { purpose: Purpose; built: SegmentEntry } | null {
      if (job === null || (job.built === null && job.failure === null)) return null
      const { purpose, built, failure } = job
      job = null
      if (built === null) throw failure
      return { purpose, built }
    },

    /** Discards the running or finished build. `onDiscarded` receives its segment. */
    discard() {
      if (job === null) return
      job.isDiscarded = true
      if (job.built !== null) onDiscarded(job.built)
      job = null
    },

    /** Resolves when no build is running. */
    async whenEnded() {
      await ended
    },
  }
}

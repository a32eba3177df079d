import type { CompanyChange } from './company-source.ts'
import type { LayerEntry } from './index-manifest.ts'

/** What is built aside: a base of all companies, up to a change, or one layer instead of these. */
export type AsideWork =
  | { kind: 'base'; to: CompanyChange | null; build(): Promise<LayerEntry> }
  | { kind: 'merged'; replaced: readonly LayerEntry[]; build(): Promise<LayerEntry> }

type Job = { work: AsideWork; built: LayerEntry | null; failure: unknown; isAbandoned: boolean }

/** One long work at a time beside the loop that follows the changes. */
export function createAside({ onEnd, onUnused }: { onEnd(): void; onUnused(built: LayerEntry): void }) {
  let job: Job | null = null
  let ended: Promise<unknown> = Promise.resolve()

  return {
    get work() {
      return job?.work ?? null
    },

    start(work: AsideWork) {
      const started: Job = { work, built: null, failure: null, isAbandoned: false }
      job = started
      const succeed = (built: LayerEntry) => {
        if (started.isAbandoned) onUnused(built)
        else started.built = built
      }
      const fail = (failure: unknown) => {
        started.failure = failure
      }
      ended = Promise.all([ended, work.build().then(succeed, fail).finally(onEnd)])
    },

    /** What has been built since it was last asked for; null while nothing is. @throws what the building threw */
    take(): { work: AsideWork; built: LayerEntry } | null {
      if (job === null || (job.built === null && job.failure === null)) return null
      const { work, built, failure } = job
      job = null
      if (built === null) throw failure
      return { work, built }
    },

    /** What is being built, or was, is for nothing. */
    abandon() {
      if (job === null) return
      job.isAbandoned = true
      if (job.built !== null) onUnused(job.built)
      job = null
    },

    /** Resolves when nothing is being built any more. */
    async whenEnded() {
      await ended
    },
  }
}

/** Runs one build at a time, beside the polling loop. */
export function createBuildJob({ onEnd }: { onEnd: () => void }) {
  /** `name` and `failure` are null while it runs. */
  type Job = { name: string | null; failure: unknown }
  let job: Job | null = null
  let ended: Promise<unknown> = Promise.resolve()

  return {
    isRunning: () => job !== null,

    /** `build` stops when its result is no longer wanted. */
    start(build: (isCurrent: () => boolean) => Promise<string>) {
      const started: Job = { name: null, failure: null }
      job = started
      const succeed = (name: string) => {
        started.name = name
      }
      const fail = (failure: unknown) => {
        started.failure = failure
      }
      ended = Promise.all([
        ended,
        build(() => job === started)
          .then(succeed, fail)
          .finally(onEnd),
      ])
    },

    /** Name of the finished index, once; null while there is none. @throws the error of a failed build */
    takeResult(): string | null {
      if (job === null || (job.name === null && job.failure === null)) return null
      const { name, failure } = job
      job = null
      if (name === null) throw failure
      return name
    },

    /** The result is not used. What the build has created is removed with other unused indices. */
    discard() {
      job = null
    },

    async whenEnded() {
      await ended
    },
  }
}

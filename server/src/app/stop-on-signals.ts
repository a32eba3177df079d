import type { Logger } from '../platform/log/logger.ts'

export type StopDeps = {
  /** Answers the requests in progress and releases everything. */
  close: () => Promise<void>
  exit: (code: number) => void
  /** Milliseconds of a monotonic clock. */
  now: () => number
  log: Pick<Logger, 'error'>
}

/**
 * Signals that follow the first within this time (milliseconds) belong to it: the terminal signals the whole process
 * group, and `npm start` forwards the signal that it received itself.
 */
const SAME_STOP_MS = 1_000

/** Milliseconds until the process exits although it has not closed. */
const EXIT_AFTER_MS = 9_000

/** Returns what each signal does: the first closes and exits; one that comes later exits immediately. */
export function createStop({ close, exit, now, log }: StopDeps): () => void {
  let stoppingSince: number | null = null

  const stop = async () => {
    setTimeout(() => {
      log.error('stop-timed-out', { milliseconds: EXIT_AFTER_MS })
      exit(1)
    }, EXIT_AFTER_MS).unref()
    try {
      await close()
      exit(0)
    } catch (error) {
      log.error('stop-failed', { error })
      exit(1)
    }
  }

  return () => {
    if (stoppingSince === null) {
      stoppingSince = now()
      void stop()
    } else if (now() - stoppingSince >= SAME_STOP_MS) exit(1)
  }
}

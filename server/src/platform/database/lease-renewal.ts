import type { Lease } from './lease.ts'

export type LeaseRenewalOptions = {
  lease: Pick<Lease, 'renew'>
  everyMs: number
  /** This process has the lease and had it not before. */
  onTaken: () => void
  /** The first of consecutive failures. */
  onFailure: (error: unknown) => void
}

/** Renews the lease, or tries to take it, at a steady interval, also while a build or a failing poll takes long. */
export function startLeaseRenewal({ lease, everyMs, onTaken, onFailure }: LeaseRenewalOptions) {
  let isHeld = false
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const renew = async () => {
    const wasHeld = isHeld
    try {
      isHeld = await lease.renew()
      isFailing = false
    } catch (error) {
      // Until its time is over the lease remains held.
      if (!isFailing) onFailure(error)
      isFailing = true
    }
    if (isHeld && !wasHeld) onTaken()
    timer?.refresh()
  }
  const first = renew()
  timer = setTimeout(() => {
    running = renew()
  }, everyMs)

  return {
    /** Resolves after the first try. */
    whenTried: () => first,
    async close() {
      clearTimeout(timer)
      await Promise.all([first, running])
      // A renewal that was under way has set the timer again.
      clearTimeout(timer)
    },
  }
}

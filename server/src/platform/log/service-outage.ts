import type { Logger } from './logger.ts'

/**
 * Logs an outage of a service outside in two lines: the first failure with its cause, and the recovery with the number of
 * failures. A service has parts when one of them may fail while another works: then an outage is over when every part
 * that failed has worked. A failure without a part is over when any part works.
 */
export type ServiceOutage = ReturnType<typeof createServiceOutage>

const WHOLE = ''

/** `service`: its name in both lines. `record`: called with each failure, and with null when the service worked. */
export function createServiceOutage(
  log: Pick<Logger, 'error' | 'warn'>,
  service: string,
  record?: (failure: unknown) => void,
) {
  const failing = new Set<string>()
  let failures = 0
  return {
    failed(error: unknown, part: string = WHOLE): void {
      record?.(error)
      if (failing.size === 0) {
        failures = 0
        log.error('service-failed', { detail: service, error })
      }
      failures += 1
      failing.add(part)
    },
    worked(part: string = WHOLE): void {
      record?.(null)
      if (failing.size === 0) return
      failing.delete(WHOLE)
      failing.delete(part)
      // An operator who reads warnings only must see the end of what began with an error.
      if (failing.size === 0) log.warn('service-recovered', { detail: service, count: failures })
    },
  }
}

import type { CheckKey } from '@baiqicha/contract/desk/operations'
import type { Clock } from '../domain/clock.ts'
import { maskContactsIn, maskNumbersIn } from '../domain/masking/masking.ts'
import type { Database } from './database/database.ts'

type State = { succeededAt: number | null; failedAt: number | null; cause: string | null }

/** When services outside last worked and failed in this process; stored together, so that a use costs no statement. */
export type ServiceStates = ReturnType<typeof createServiceStates>

const CAUSE_MAX = 300

/** The message of an error with the messages of its causes, without numbers of users. */
export function causeOf(error: unknown): string {
  const messages: string[] = []
  for (let one: unknown = error; one instanceof Error && messages.length < 3; one = one.cause) {
    messages.push(one.message || one.name)
  }
  return maskContactsIn(maskNumbersIn([...new Set(messages)].join('：'))).slice(0, CAUSE_MAX)
}

export function createServiceStates(clock: Clock) {
  const changed = new Map<CheckKey, State>()
  return {
    /** `failure`: null: the service worked. */
    record(service: CheckKey, failure: unknown): void {
      const state = changed.get(service) ?? { succeededAt: null, failedAt: null, cause: null }
      changed.set(
        service,
        failure === null
          ? { ...state, succeededAt: clock.now() }
          : { ...state, failedAt: clock.now(), cause: causeOf(failure) },
      )
    },
    /** Stores what changed since the last call. */
    async flush(db: Database): Promise<void> {
      const states = [...changed]
      changed.clear()
      for (const [service, { succeededAt, failedAt, cause }] of states) {
        const row = { service, succeeded_at: succeededAt, failed_at: failedAt, cause }
        const set = {
          ...(succeededAt !== null && { succeeded_at: succeededAt }),
          ...(failedAt !== null && { failed_at: failedAt, cause }),
        }
        await db
          .insertInto('service_state')
          .values(row)
          .onConflict((conflict) => conflict.column('service').doUpdateSet(set))
          .execute()
      }
    },
  }
}

import type { Clock } from '../domain/clock.ts'
import { maskContactsIn, maskNumbersIn } from '../domain/masking/masking.ts'
import { type Random, randomId } from '../domain/random.ts'
import type { Database } from './database/database.ts'
import type { OperatorAction, OperatorAuditTable } from './database/tables/operator-audit.ts'

export type OperatorStep = {
  /** As in `cli:zhang`. */
  operator: string
  action: OperatorAction
  /** Id or number of what is changed. */
  subject: string
  /** The changed fields; null: it did not exist. Texts are masked here. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

/** Appends one row to the audit of operators. `tx` is the transaction of the change. */
export type AppendOperatorAudit = (tx: Database, step: OperatorStep) => Promise<void>

const masked = (text: string) => maskContactsIn(maskNumbersIn(text))
const maskedFields = (fields: Record<string, unknown> | null) =>
  fields === null
    ? null
    : JSON.stringify(fields, (_key, value: unknown) => (typeof value === 'string' ? masked(value) : value))

type OperatorAuditDeps = { clock: Clock; random: Random }

/** The row of a step. Imports write it through their own session. */
export const operatorAuditRow = (
  { clock, random }: OperatorAuditDeps,
  { operator, action, subject, before, after, reason }: OperatorStep,
): OperatorAuditTable => ({
  id: randomId(random, 'p'),
  at: clock.now(),
  operator,
  action,
  subject: masked(subject),
  before: maskedFields(before),
  after: maskedFields(after),
  reason: reason === null ? null : masked(reason),
})

export function createOperatorAudit(deps: OperatorAuditDeps): AppendOperatorAudit {
  return async (tx, step) => {
    await tx.insertInto('operator_audit').values(operatorAuditRow(deps, step)).execute()
  }
}

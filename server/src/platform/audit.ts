import { hostname } from 'node:os'
import type { OperatorAction } from '@baiqicha/contract/desk/audit'
import type { CompiledQuery } from 'kysely'
import type { Clock } from '../domain/clock.ts'
import { maskContactsIn, maskMobile, maskNumbersIn } from '../domain/masking/masking.ts'
import { type Random, randomId } from '../domain/random.ts'
import { sha256 } from './crypto/hmac.ts'
import type { Database } from './database/database.ts'
import type { AuditKind } from './database/tables/account.ts'
import type { OperatorAuditTable } from './database/tables/operator.ts'

/**
 * Writes an audit event with the current time and the masked number. Events are removed after 190 days
 * (app/jobs.ts). `subject` is the object of the action when that is not the account. `db` may be a transaction.
 */
export type Audit = (
  db: Database,
  kind: AuditKind,
  who: { userId?: string; mobile?: string; address: string; subject?: string },
) => Promise<void>

export function createAudit({ clock, random }: { clock: Clock; random: Random }): Audit {
  return async (db, kind, { userId, mobile, address, subject }) => {
    await db
      .insertInto('audit_event')
      .values({
        id: randomId(random, 'a'),
        at: clock.now(),
        kind,
        user_id: userId ?? null,
        mobile_masked: mobile === undefined ? null : maskMobile(mobile),
        address,
        subject: subject ?? null,
      })
      .execute()
  }
}

export type OperatorStep = {
  /** As in `cli:zhang`. */
  operator: string
  action: OperatorAction
  /** Id or number of what is changed. */
  subject: string
  /** The changed fields; absent: it did not exist, or nothing changes. Texts are masked here. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string | null
}

/** Appends one row to the audit of operators. `tx` is the transaction of the change. */
export type AppendOperatorAudit = (tx: Database, step: OperatorStep) => Promise<void>

const masked = (text: string) => maskContactsIn(maskNumbersIn(text))
const maskedFields = (fields: Record<string, unknown> | null) =>
  fields === null
    ? null
    : JSON.stringify(fields, (_key, value: unknown) => (typeof value === 'string' ? masked(value) : value))

type OperatorAuditDeps = {
  clock: Clock
  random: Random
  /** Where a step is taken; absent: the name of this machine. */
  origin?: () => string
}

type UnchainedRow = Omit<OperatorAuditTable, 'number' | 'previous_hash'>

const rowOf = (
  { clock, random, origin = hostname }: OperatorAuditDeps,
  { operator, action, subject, before = null, after = null, reason = null }: OperatorStep,
): UnchainedRow => ({
  id: randomId(random, 'p'),
  at: clock.now(),
  operator,
  origin: origin(),
  action,
  subject: masked(subject),
  before: maskedFields(before),
  after: maskedFields(after),
  reason: reason === null ? null : masked(reason),
})

/** Hash of a row with all its fields, which the next row stores. */
export function auditHash(row: OperatorAuditTable): string {
  const { number, id, at, operator, origin, action, subject, before, after, reason, previous_hash } = row
  const fields = [number, id, at, operator, origin, action, subject, before, after, reason, previous_hash]
  return sha256(JSON.stringify(fields))
}

/** Locks the end of the chain until the end of the transaction: other writers of the audit wait. */
export async function lockAudit(tx: Database): Promise<void> {
  await tx
    .updateTable('operator_audit_head')
    .set((of) => ({ number: of.ref('number') }))
    .execute()
}

/** Runs a compiled query on the connection of the transaction. */
type RunQuery = <Row extends Record<string, unknown>>(query: CompiledQuery<Row>) => Promise<Row[]>

/** Appends the row of a step to the chain by a connection of its own, as imports do. `db` only compiles the queries. */
export async function appendToAudit(db: Database, run: RunQuery, deps: OperatorAuditDeps, step: OperatorStep) {
  // Locks the last row until the end of the transaction.
  const [head] = await run(
    db
      .updateTable('operator_audit_head')
      .set((of) => ({ number: of('number', '+', 1) }))
      .returning(['number', 'hash'])
      .compile(),
  )
  if (head === undefined) throw new Error('operator_audit_head is empty')
  const row = { ...rowOf(deps, step), number: head.number, previous_hash: head.hash }
  await run(db.insertInto('operator_audit').values(row).compile())
  await run(
    db
      .updateTable('operator_audit_head')
      .set({ hash: auditHash(row) })
      .compile(),
  )
}

export const createOperatorAudit =
  (deps: OperatorAuditDeps): AppendOperatorAudit =>
  (tx, step) =>
    appendToAudit(tx, async (query) => (await tx.executeQuery(query)).rows, deps, step)

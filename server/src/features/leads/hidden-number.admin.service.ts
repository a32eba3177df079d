import type { Clock } from '../../domain/clock.ts'
import { readContactValue } from '../../domain/contacts/contact-value.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Database } from '../../platform/database/database.ts'
import type { OperatorAction } from '../../platform/database/tables/operator-audit.ts'
import type { AppendOperatorAudit } from '../../platform/operator-audit.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'

export type HiddenNumberCounts = { byOwner: number; byOperator: number }
/** `flaw`: why the text is not one number, mailbox or web address. */
export type HiddenNumberAdminError = { type: 'unreadable'; flaw: string } | { type: 'unchanged' }

type NumberStep = { number: string; reason: string; operator: string }

/** The operator's work on hidden numbers, for those whose owner cannot receive an SMS. */
export interface HiddenNumberAdmin {
  count(): Promise<HiddenNumberCounts>
  /** Returns the reference of the row in the audit, which does not contain the number. */
  add(step: NumberStep): Promise<Result<string, HiddenNumberAdminError>>
  remove(step: NumberStep): Promise<Result<string, HiddenNumberAdminError>>
}

type HiddenNumberAdminDeps = {
  db: Database
  clock: Clock
  hiddenNumbers: HiddenNumbers
  operatorAudit: AppendOperatorAudit
}

export function createHiddenNumberAdmin({
  db,
  clock,
  hiddenNumbers,
  operatorAudit,
}: HiddenNumberAdminDeps): HiddenNumberAdmin {
  async function change(
    { number, reason, operator }: NumberStep,
    action: Extract<OperatorAction, 'numberHidden' | 'numberShown'>,
  ): Promise<Result<string, HiddenNumberAdminError>> {
    const value = readContactValue(number)
    if (typeof value !== 'string') return failed({ type: 'unreadable', flaw: value.flaw })
    const hides = action === 'numberHidden'
    const subject = hiddenNumbers.referenceOf(value)
    return db.transaction().execute(async (tx): Promise<Result<string, HiddenNumberAdminError>> => {
      const changed = hides
        ? await hiddenNumbers.hide(tx, { value, addedBy: 'operator', reason }, clock.now())
        : await hiddenNumbers.show(tx, value, clock.now())
      if (!changed) return failed({ type: 'unchanged' })
      const states = { before: { hidden: !hides }, after: { hidden: hides } }
      await operatorAudit(tx, { operator, action, subject, ...states, reason })
      return ok(subject)
    })
  }

  return {
    async count() {
      const rows = await db
        .selectFrom('hidden_number')
        .select((row) => ['added_by', row.fn.countAll<number>().as('numbers')])
        .groupBy('added_by')
        .execute()
      const of = (word: string) => rows.find(({ added_by }) => added_by === word)?.numbers ?? 0
      return { byOwner: of('owner'), byOperator: of('operator') }
    },
    add: (step) => change(step, 'numberHidden'),
    remove: (step) => change(step, 'numberShown'),
  }
}

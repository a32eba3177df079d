import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import type { OperatorAction } from '@baiqicha/contract/desk/audit'
import type { Clock } from '../../domain/clock.ts'
import { readContactValue } from '../../domain/contacts/contact-value.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { type HiddenNumbers, hiddenReference } from '../../records/hidden-numbers.ts'

/** `flaw`: why the text is not one number, mailbox or web address. */
export type HiddenNumberAdminError = { type: 'unreadable'; flaw: string } | { type: 'unchanged' }

/** `number`: a contact, or the reference of a hidden one. */
type NumberStep = { number: string; reason: string; operator: string }

const PAGE = 50

type HiddenNumberAdminDeps = {
  db: Database
  clock: Clock
  hiddenNumbers: HiddenNumbers
  operatorAudit: AppendOperatorAudit
}

/** The operator's work on hidden numbers, for those whose owner cannot receive an SMS. */
export function createHiddenNumberAdmin({ db, clock, hiddenNumbers, operatorAudit }: HiddenNumberAdminDeps) {
  const rowOf = async (reference: string) => {
    const [, hmac] = hiddenReference.exec(reference) ?? []
    if (hmac === undefined) return undefined
    return db.selectFrom('hidden_number').selectAll().where('number_hmac', 'like', `${hmac}%`).executeTakeFirst()
  }
  async function hiddenValueOf(number: string) {
    const row = await rowOf(number.trim())
    return row === undefined ? null : hiddenNumbers.open(row)
  }

  async function change(
    { number, reason, operator }: NumberStep,
    action: Extract<OperatorAction, 'numberHidden' | 'numberShown'>,
  ): Promise<Result<string, HiddenNumberAdminError>> {
    const value = (await hiddenValueOf(number)) ?? readContactValue(number)
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
    /** The newest first. An `after` that is no longer stored: the first page. */
    async list(after: string | null): Promise<DeskOutput<'numbers list'>> {
      const from = after === null ? undefined : await rowOf(after)
      const rows = await db
        .selectFrom('hidden_number')
        .selectAll()
        .$if(from !== undefined, (query) =>
          query.where((of) =>
            of(of.refTuple('hidden_at', 'number_hmac'), '<', of.tuple(from?.hidden_at ?? 0, from?.number_hmac ?? '')),
          ),
        )
        .orderBy('hidden_at', 'desc')
        .orderBy('number_hmac', 'desc')
        .limit(PAGE + 1)
        .execute()
      const items = rows.slice(0, PAGE).map((row) => ({
        ...hiddenNumbers.describe(row),
        addedBy: row.added_by,
        reason: row.reason,
        hiddenAt: row.hidden_at,
      }))
      const counts = await db
        .selectFrom('hidden_number')
        .select((row) => ['added_by', row.fn.countAll<number>().as('numbers')])
        .groupBy('added_by')
        .execute()
      const of = (word: string) => counts.find(({ added_by }) => added_by === word)?.numbers ?? 0
      const next = rows.length > PAGE ? (items.at(-1)?.reference ?? null) : null
      return { byOwner: of('owner'), byOperator: of('operator'), items, next }
    },
    /** Returns the reference of the row in the audit, which does not contain the number. */
    add: (step: NumberStep): Promise<Result<string, HiddenNumberAdminError>> => change(step, 'numberHidden'),
    remove: (step: NumberStep): Promise<Result<string, HiddenNumberAdminError>> => change(step, 'numberShown'),
  }
}

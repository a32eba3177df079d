import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { type Clock, chinaDay, dayStart } from '../../domain/clock.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow } from '../../platform/database/portable-sql.ts'
import { mailAddress } from '../../platform/mail/send-mail.ts'
import { addressHmac, alertReference, alertStateOf, isBriefingTime, maskedAddress } from './alert-target.rules.ts'

export type AlertAdminError = { type: 'unknown' } | { type: 'unchanged' }
type AlertPage = DeskOutput<'alerts list'>
/** `target`: the reference of a target, or a whole mail address. */
type AlertStep = { target: string; reason: string; operator: string }

const PAGE = 50

type AlertAdminDeps = {
  db: Database
  clock: Clock
  operatorAudit: AppendOperatorAudit
  /** Absent: only references are found. */
  hmac?: Hmac | undefined
}

/** The operator's work on alerts. */
export function createAlertAdmin({ db, clock, operatorAudit, hmac }: AlertAdminDeps) {
  async function findAddress(target: string) {
    if (alertReference.test(target)) {
      const row = await db
        .selectFrom('alert_target')
        .select(['address_hmac', 'address_masked'])
        .where('id', '=', target)
        .executeTakeFirst()
      return row ?? null
    }
    if (hmac === undefined || !mailAddress.test(target)) return null
    return { address_hmac: addressHmac(hmac, target), address_masked: maskedAddress('mail', target) }
  }

  async function change(
    { target, reason, operator }: AlertStep,
    action: 'alertStopped' | 'alertResumed',
  ): Promise<Result<string, AlertAdminError>> {
    const found = await findAddress(target.trim())
    if (found === null) return failed({ type: 'unknown' })
    const stops = action === 'alertStopped'
    return db.transaction().execute(async (tx): Promise<Result<string, AlertAdminError>> => {
      const changed = await (stops
        ? tx
            .insertInto('alert_stop')
            .values({ ...found, reason, stopped_at: clock.now() })
            .onConflict((conflict) => conflict.column('address_hmac').doNothing())
            .$call(changesRow)
        : tx.deleteFrom('alert_stop').where('address_hmac', '=', found.address_hmac).$call(changesRow))
      if (!changed) return failed({ type: 'unchanged' })
      const states = { before: { stopped: !stops }, after: { stopped: stops } }
      await operatorAudit(tx, { operator, action, subject: found.address_masked, ...states, reason })
      return ok(found.address_masked)
    })
  }

  return {
    async list(after: string | null): Promise<AlertPage> {
      const now = clock.now()
      const day = chinaDay(now)
      const counts = await db
        .selectFrom('alert_target')
        .select((of) => [
          of.fn.countAll<number>().as('targets'),
          of.fn.countAll<number>().filterWhere('taken_day', '<', day).as('waiting'),
          of.fn.countAll<number>().filterWhere('sent_at', '>=', dayStart(now)).as('done'),
        ])
        .executeTakeFirstOrThrow()
      const rows = await db
        .selectFrom('alert_target')
        .leftJoin('alert_stop', 'alert_stop.address_hmac', 'alert_target.address_hmac')
        .selectAll('alert_target')
        .select('alert_stop.reason as stop_reason')
        .where((of) => of.or([of('attempts', '>', 0), of('alert_stop.reason', 'is not', null)]))
        .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(PAGE + 1)
        .execute()
      const items = rows.slice(0, PAGE).map((row) => ({
        reference: row.id,
        format: row.format,
        masked: row.address_masked,
        ...alertStateOf(row, row.stop_reason),
        failedAt: row.failed_at,
        retryAt: row.is_refused === 0 && row.retry_at > now ? row.retry_at : null,
      }))
      return {
        queued: isBriefingTime(now) ? counts.waiting : 0,
        sent: counts.done,
        targets: counts.targets,
        items,
        next: rows.length > PAGE ? (items.at(-1)?.reference ?? null) : null,
      }
    },
    /** Sends nothing more to the address, also when another user sets it. Returns the masked address. */
    stop: (step: AlertStep): Promise<Result<string, AlertAdminError>> => change(step, 'alertStopped'),
    resume: (step: AlertStep): Promise<Result<string, AlertAdminError>> => change(step, 'alertResumed'),
  }
}

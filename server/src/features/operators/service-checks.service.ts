import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { type CheckItem, type CheckKey, checkKeys, checkTexts } from '@baiqicha/contract/desk/operations'
import { type Clock, dayStart } from '../../domain/clock.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { mailAddress } from '../../platform/mail/send-mail.ts'
import { causeOf, createServiceStates } from '../../platform/service-states.ts'

/** What is set for one service, and how it is tested. */
export type ServiceProbe = {
  isSet: boolean
  /** What is set now, or what its absence means; without secrets. */
  value: string
  /** Returns what was found. @throws Error whose message is the cause */
  test(to: string): Promise<string>
}
export type ServiceProbes = { isProduction: boolean; probes: Record<CheckKey, () => Promise<ServiceProbe>> }

export type TestError = { type: 'unset' } | { type: 'badTarget' } | { type: 'tooMany' }

type ChecksDeps = {
  db: Database
  clock: Clock
  operatorAudit: AppendOperatorAudit
  /** Read with each call, so that commands of other subjects need no whole configuration. */
  readProbes: () => ServiceProbes
}

const mobile = /^1\d{10}$/

/** Ends the transaction without its row. */
class TooManyTests extends Error {}

type TestRequest = { key: CheckKey; to: string; operator: string }

export function createServiceChecks({ db, clock, operatorAudit, readProbes }: ChecksDeps) {
  const states = createServiceStates(clock)

  /** Tests of the day by service. */
  async function testsToday(of: Database): Promise<ReadonlyMap<string, number>> {
    const rows = await of
      .selectFrom('operator_audit')
      .select((row) => ['subject', row.fn.countAll<number>().as('tests')])
      .where('action', '=', 'serviceTested')
      .where('at', '>=', dayStart(clock.now()))
      .groupBy('subject')
      .execute()
    return new Map(rows.map(({ subject, tests }) => [subject, tests]))
  }

  /** Writes the row before the test. The chain of the audit orders concurrent tests, so that none is beyond the limit. */
  const admit = (step: { key: CheckKey; to: string; operator: string }) =>
    db.transaction().execute(async (tx) => {
      const { key: subject, to, operator } = step
      const after = to === '' ? null : { to }
      await operatorAudit(tx, { operator, action: 'serviceTested', subject, after })
      const { perDay } = checkTexts[subject]
      if (perDay !== null && ((await testsToday(tx)).get(subject) ?? 0) > perDay) throw new TooManyTests()
    })

  return {
    async list(): Promise<DeskOutput<'checks list'>> {
      const { isProduction, probes } = readProbes()
      const rows = await db.selectFrom('service_state').selectAll().execute()
      const stored = new Map(rows.map((row) => [row.service, row]))
      const tests = await testsToday(db)
      const items: CheckItem[] = []
      for (const key of checkKeys) {
        const { isSet, value } = await probes[key]()
        const { succeeded_at: succeededAt = null, failed_at: failedAt = null, cause = null } = stored.get(key) ?? {}
        const { perDay } = checkTexts[key]
        const isFailing = failedAt !== null && failedAt >= (succeededAt ?? 0)
        const tested = isFailing ? 'failed' : succeededAt === null ? 'untested' : 'passed'
        const testsLeft = perDay === null ? null : Math.max(0, perDay - (tests.get(key) ?? 0))
        items.push(
          isSet
            ? { key, state: tested, value, succeededAt, failedAt, cause, testsLeft }
            : { key, state: 'unset', value, succeededAt: null, failedAt: null, cause: null, testsLeft },
        )
      }
      return { isProduction, items }
    },

    /** Each test is audited before it is run; tests that cost something are limited to a number a day. */
    async test({ key, to, operator }: TestRequest): Promise<Result<DeskOutput<'checks test'>, TestError>> {
      const probe = await readProbes().probes[key]()
      if (!probe.isSet) return failed({ type: 'unset' })
      const { to: asked } = checkTexts[key]
      if (asked !== null && !(asked === '手机号' ? mobile : mailAddress).test(to)) return failed({ type: 'badTarget' })
      try {
        await admit({ key, to: asked === null ? '' : to, operator })
      } catch (error) {
        if (error instanceof TooManyTests) return failed({ type: 'tooMany' })
        throw error
      }
      const outcome = await probe.test(to).then(
        (sentence) => ({ isPassed: true, sentence, failure: null }),
        (failure: unknown) => ({ isPassed: false, sentence: causeOf(failure), failure }),
      )
      states.record(key, outcome.failure)
      await states.flush(db)
      return ok({ isPassed: outcome.isPassed, sentence: outcome.sentence })
    },
  }
}

import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { setMail } from '../../test/http/alerts.ts'
import { openTestApp, signIn } from '../../test/http/app.ts'
import { act, addOperator, answerOf, openTestDesk } from '../../test/http/desk.ts'
import { createAlertTargets } from '../features/alerts/alert-target.repository.ts'

const reason = '演示：收件人投诉'
const MINUTE = 60_000

describeDatabases('alerts at the desk', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const desk = await openTestDesk(database)
    const test = await openTestApp(database.db, { clock: desk.clock })
    // 08:20 in China: the session of the operator lasts until the time of the briefing.
    desk.clock.time += 20 * MINUTE
    const operator = await addOperator(desk, ['support'])
    const list = async (after: string | null = null) => answerOf(desk, operator, 'alerts list', { after })
    return { database, desk, test, operator, list }
  }

  it('are counted from 08:30 on, and listed masked when they fail', async () => {
    const { database, desk, test, list } = await open()
    const { token } = await signIn(test)
    await setMail(test, token, 'li@example.com')
    expect(await list()).toEqual({ targets: 1, queued: 0, sent: 0, items: [], next: null })
    desk.clock.time += 10 * MINUTE
    expect(await list()).toMatchObject({ queued: 1 })
    const targets = createAlertTargets({ db: database.db, clock: desk.clock })
    const [due] = await targets.due('mail', '2026-06-30', 1)
    if (due === undefined) throw new Error('nothing is due')
    const retryAt = desk.clock.time + MINUTE
    await targets.storeFailure(due, { cause: 'SMTP 451 try later', retryAt, isRefused: false })
    const item = { reference: due.id, format: 'mail', masked: 'li***@example.com', state: 'failing' }
    expect((await list()).items).toEqual([{ ...item, cause: 'SMTP 451 try later', failedAt: desk.clock.time, retryAt }])
    await targets.storeSent(due.id, { day: '2026-06-30', seq: 1 })
    expect(await list()).toMatchObject({ sent: 1, items: [] })
  })

  it('are stopped by their reference or address, also before a user sets the address, and resumed', async () => {
    const { database, desk, test, operator, list } = await open()
    const stop = (target: string) => act(desk, operator, 'alerts stop', { target, reason })
    const resume = (target: string) => act(desk, operator, 'alerts resume', { target, reason })
    const { token } = await signIn(test)
    await setMail(test, token, 'li@example.com')
    expect((await stop('LI@example.com')).code).toBe(0)
    const [item] = (await list()).items
    expect(item).toMatchObject({ masked: 'li***@example.com', state: 'stopped', cause: reason })
    expect(await stop(item?.reference ?? '')).toMatchObject({
      code: resultCode.actionRefused,
      message: '该地址已停止。',
    })
    expect((await resume(item?.reference ?? '')).code).toBe(0)
    expect((await list()).items).toEqual([])
    expect((await stop('wang@example.com')).code).toBe(0)
    expect((await setMail(test, token, 'wang@example.com')).code).toBe(resultCode.alertUnfit)
    for (const unknown of ['al-000000000000000000000000', 'https://hooks.example.com/x', '演示']) {
      expect.soft([unknown, (await stop(unknown)).code]).toEqual([unknown, resultCode.actionRefused])
    }
    const rows = await database.db
      .selectFrom('operator_audit')
      .select(['action', 'subject', 'reason'])
      .where('action', 'in', ['alertStopped', 'alertResumed'])
      .orderBy('number')
      .execute()
    expect(rows).toEqual([
      { action: 'alertStopped', subject: 'LI***@example.com', reason },
      { action: 'alertResumed', subject: 'li***@example.com', reason },
      { action: 'alertStopped', subject: 'wa***@example.com', reason },
    ])
  })
})

import { expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import type { Clock } from '../../domain/clock.ts'
import { createHmacHasher } from '../crypto/hmac.ts'
import type { Database } from '../database/database.ts'
import { createSharedMarks } from './shared-marks.ts'

const MINUTE = 60_000

function openProcess(db: Database, clock: Clock) {
  const hmac = createHmacHasher(new Uint8Array(32))
  const marks = createSharedMarks({ db, clock, hmac, purpose: 'page', ttlMs: 10 * MINUTE, capacity: 100 })
  let refunded = 0
  const spend = (mark: string) => {
    if (marks.has(mark)) return false
    marks.set(mark, async () => {
      refunded += 1
    })
    return true
  }
  return { marks, spend, refunded: () => refunded }
}

describeBothDatabases('marks that make further calls free', (freshDatabase) => {
  it('refund what a second process has spent for the same mark, and nothing else', async () => {
    const { db } = await freshDatabase()
    const clock = { time: 1_700_000_000_000, now: () => clock.time }
    const [one, other] = [openProcess(db, clock), openProcess(db, clock)]
    expect([one.spend('a'), one.spend('a'), one.spend('b')]).toEqual([true, false, true])
    expect([other.spend('a'), other.spend('c')]).toEqual([true, true])
    await one.marks.flush()
    await other.marks.flush()
    await one.marks.flush()
    expect([one.refunded(), other.refunded()]).toEqual([0, 1])
  })

  it('refund what a second process has spent whose clock is a second behind', async () => {
    const { db } = await freshDatabase()
    const clock = { time: 1_700_000_000_000, now: () => clock.time }
    const [one, other] = [openProcess(db, clock), openProcess(db, { now: () => clock.time - 1_000 })]
    expect([one.spend('a'), other.spend('a')]).toEqual([true, true])
    await one.marks.flush()
    await other.marks.flush()
    expect([one.refunded(), other.refunded()]).toEqual([0, 1])
  })

  it('refund what was spent at a second process, also if the first shares its mark later, and nothing without a mark', async () => {
    const { db } = await freshDatabase()
    const clock = { time: 1_700_000_000_000, now: () => clock.time }
    const [one, other] = [openProcess(db, clock), openProcess(db, clock)]
    const refunds: string[] = []
    one.marks.set('opened here')
    for (const mark of ['opened here', 'opened nowhere']) {
      other.marks.refundIfSet(mark, async () => void refunds.push(mark))
    }
    await other.marks.flush()
    expect(refunds).toEqual([])
    await one.marks.flush()
    clock.time += 1_000
    await other.marks.flush()
    await other.marks.flush()
    expect(refunds).toEqual(['opened here'])
    expect([other.marks.has('opened here'), other.marks.has('opened nowhere')]).toEqual([true, false])
  })

  it('end after their time, at every process', async () => {
    const { db } = await freshDatabase()
    const clock = { time: 1_700_000_000_000, now: () => clock.time }
    const [one, other] = [openProcess(db, clock), openProcess(db, clock)]
    one.spend('a')
    await one.marks.flush()
    clock.time += 10 * MINUTE + 1
    expect([one.spend('a'), other.spend('a')]).toEqual([true, true])
    await one.marks.flush()
    await other.marks.flush()
    expect([one.refunded(), other.refunded()]).toEqual([0, 1])
  })

  it('remain for the next flush while the database fails', async () => {
    const { db } = await freshDatabase()
    const clock = { time: 1_700_000_000_000, now: () => clock.time }
    const [one, other] = [openProcess(db, clock), openProcess(db, clock)]
    one.spend('a')
    await one.marks.flush()
    other.spend('a')
    await db.schema.alterTable('limit_bucket').renameTo('limit_elsewhere').execute()
    await expect(other.marks.flush()).rejects.toThrow(/limit_bucket/)
    await db.schema.alterTable('limit_elsewhere').renameTo('limit_bucket').execute()
    await other.marks.flush()
    expect(other.refunded()).toBe(1)
  })
})

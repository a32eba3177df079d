import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import type { Database } from '../platform/database/database.ts'
import { removeExpired } from './jobs.ts'

const DAY = 86_400_000
const now = Date.UTC(2026, 5, 30)
const clock = { now: () => now }

const account = { nickname: null, password_hash: null, vip_expire_at: null, vip_source: null, erase_at: null }
const device = { source: null, device_type: 'web', device_id: '', fr: '', created_at: now, last_used_at: now } as const

/** One row of everything that expires, expiring now or at the end of its retention. */
async function fill(db: Database, name: string, expires_at: number) {
  await db
    .insertInto('session')
    .values({ token_hash: name, id: name, user_id: 'u', expires_at, ...device })
    .execute()
  await db.insertInto('captcha').values({ id: name, answer_hmac: '', expires_at }).execute()
  const code = { code_hmac: '', guesses_left: 1, used_at: null }
  await db
    .insertInto('sms_code')
    .values({ mobile: name, scene: 'login', expires_at, ...code })
    .execute()
  await db.insertInto('external_ticket').values({ token_hash: name, source: 's', mobile: '', expires_at }).execute()
  await db.insertInto('partner_nonce').values({ source: 's', nonce: name, expires_at }).execute()
  const who = { user_id: null, mobile_masked: null, address: '' }
  await db
    .insertInto('audit_event')
    .values({ id: name, kind: 'login', at: expires_at - 190 * DAY, ...who })
    .execute()
  const step = { operator: 'cli:tester', subject: 's', before: null, after: null, reason: null }
  await db
    .insertInto('operator_audit')
    .values({ id: name, at: expires_at - 3 * 365 * DAY, ...step, action: 'updatesDone' })
    .execute()
  await db
    .insertInto('feedback_repeat')
    .values({ key: name, number: '', at: expires_at - DAY })
    .execute()
}

describeDatabases('the maintenance job', (freshDatabase) => {
  it('deletes expired rows and no others', async () => {
    const { db } = await freshDatabase()
    await db
      .insertInto('user_account')
      .values({ id: 'u', mobile: 'm', created_at: now, ...account })
      .execute()
    await fill(db, 'over', now - 1)
    await fill(db, 'good', now)
    await removeExpired(db, clock)
    await removeExpired(db, clock)
    const left = await Promise.all([
      db.selectFrom('session').select('id as name').execute(),
      db.selectFrom('captcha').select('id as name').execute(),
      db.selectFrom('sms_code').select('mobile as name').execute(),
      db.selectFrom('external_ticket').select('token_hash as name').execute(),
      db.selectFrom('partner_nonce').select('nonce as name').execute(),
      db.selectFrom('audit_event').select('id as name').execute(),
      db.selectFrom('operator_audit').select('id as name').execute(),
      db.selectFrom('feedback_repeat').select('key as name').execute(),
    ])
    expect(left).toEqual(left.map(() => [{ name: 'good' }]))
  })
})

import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { eraseDue } from '../../test/account/accounts.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, freshMobile, lastCode, openTestApp, requestCode, signIn } from '../../test/http/app.ts'
import { fillWithRecord, objection, proveContact } from '../../test/http/corrections.ts'
import { buildPicture, upload, withoutReEncoding } from '../../test/http/uploads.ts'
import { createCorrectionRetention } from '../features/correction/correction.retention.ts'
import { createReviewService } from '../features/correction/review.service.ts'
import { createAudit } from '../platform/audit.ts'
import { systemRandom as random } from '../platform/crypto/system-random.ts'
import type { Database } from '../platform/database/database.ts'
import { createLogger } from '../platform/log/logger.ts'
import { createPictureFiles, uploadsDirectory } from '../platform/uploads/picture-files.ts'
import { createUploadService } from '../platform/uploads/upload.service.ts'
import { removeExpired } from './jobs.ts'

const DAY = 86_400_000
const now = Date.UTC(2026, 5, 30)
const jobClock = { now: () => now }

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
    await removeExpired(db, jobClock)
    await removeExpired(db, jobClock)
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

describeDatabases('retention of corrections', (freshDatabase) => {
  async function open() {
    const { db, location } = await freshDatabase()
    const files = createPictureFiles(uploadsDirectory(location.dataDir))
    const test = await openTestApp(db, { reEncodeImage: withoutReEncoding, pictureFiles: files })
    const { clock } = test
    const { company, record } = await fillWithRecord(db)
    const about = { companyId: company.id, recordId: record.id }
    const logged: string[] = []
    const log = createLogger('warn', (line) => logged.push(line))
    const uploads = createUploadService({ db, clock, random, reEncode: withoutReEncoding, files })
    const retention = createCorrectionRetention({ db, clock, log, uploads })
    const audit = createAudit({ clock, random })
    const reviews = createReviewService({ db, clock, random, audit, operatorAudit: async () => {} })
    const pictureOf = async (who: { token?: string; contactToken?: string }) =>
      (await upload(test, await buildPicture(), who)).data?.imageId ?? ''
    const isThere = (id: string) => existsSync(files.placeOf(id))
    return { db, test, app: test.app, clock, about, retention, reviews, logged, pictureOf, isThere }
  }

  it('keeps an open correction whole, and erases the number and the evidence half a year after the decision', async () => {
    const { db, test, app, clock, about, retention, reviews, pictureOf, isThere } = await open()
    const contactToken = await proveContact(test)
    const [used, unused] = [await pictureOf({ contactToken }), await pictureOf({ contactToken })]
    const sent = await call(app, 'submitCorrection', objection({ ...about, contactToken, evidence: [used] }))
    const number = sent.data?.number ?? ''
    clock.time += 300 * DAY
    await retention.deleteExpired()
    expect([isThere(used), isThere(unused)]).toEqual([true, false])
    await reviews.decide({ number, result: '维持', note: '演示：原文如此。', staysHidden: false, operator: '' })
    clock.time += 180 * DAY
    await retention.deleteExpired()
    expect(await db.selectFrom('correction').select('mobile').execute()).not.toEqual([{ mobile: null }])
    clock.time += 1
    await retention.deleteExpired()
    expect(isThere(used)).toBe(false)
    expect(await db.selectFrom('upload').select('id').execute()).toEqual([])
    expect(await db.selectFrom('correction').select(['number', 'mobile']).execute()).toEqual([{ number, mobile: null }])
  })

  it('warns once a day of overdue corrections', async () => {
    const { app, test, clock, about, retention, logged } = await open()
    await call(app, 'submitCorrection', objection(about), { token: (await signIn(test)).token })
    clock.time += 20 * DAY
    await retention.warnOfOverdue()
    expect(logged).toEqual([])
    clock.time += DAY
    await retention.warnOfOverdue()
    await retention.warnOfOverdue()
    expect(logged).toHaveLength(1)
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 'warn', event: 'corrections-overdue', count: 1 })
    clock.time += DAY
    await retention.warnOfOverdue()
    expect(logged).toHaveLength(2)
  })

  it('keeps the correction without the person when the account is erased', async () => {
    const { db, test, app, clock, about, retention, pictureOf, isThere } = await open()
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const used = await pictureOf({ token })
    const sent = await call(app, 'submitCorrection', objection({ ...about, evidence: [used] }), { token })
    await call(app, 'requestUpdate', { companyId: about.companyId }, { token })
    clock.time += 120_000
    await requestCode(test, '', { scene: 'deactivate', token })
    await call(app, 'deactivate', { smsCode: lastCode(test, mobile) }, { token })
    clock.time += 7 * DAY - 60_000
    const back = await signIn(test, mobile)
    const unused = await pictureOf({ token: back.token })
    clock.time += 60_000
    await eraseDue(db, { clock })
    await retention.deleteExpired()
    expect([isThere(used), isThere(unused)]).toEqual([true, false])
    const left = await db.selectFrom('correction').select(['user_id', 'mobile', 'state']).execute()
    expect(left).toEqual([{ user_id: null, mobile: null, state: '已受理' }])
    expect(await db.selectFrom('upload').select('owner').execute()).toEqual([{ owner: '' }])
    expect(await db.selectFrom('update_request').selectAll().execute()).toEqual([])
    // Anyone with the number can still follow the correction.
    const status = await call(app, 'correctionStatus', { number: sent.data?.number ?? '' })
    expect(status.data).toMatchObject({ state: '已受理' })
  })
})

import { type RouteKey, routeKeys } from '@baiqicha/contract/routes'
import { createAudit } from '../../src/features/account/audit.repository.ts'
import { createSuppressionService } from '../../src/features/correction/suppression.service.ts'
import { parseFunnel } from '../../src/features/tracking/figures/funnel.rules.ts'
import { rollUpDay } from '../../src/features/tracking/figures/roll-up.ts'
import { openEventStore } from '../../src/features/tracking/open-event-store.ts'
import { createHmacHasher } from '../../src/platform/crypto/hmac.ts'
import { isSharedKey } from '../../src/platform/crypto/secret-key-check.ts'
import { systemRandom as random } from '../../src/platform/crypto/system-random.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../src/platform/database/open-database.ts'
import { readStoreIdentity } from '../../src/platform/database/store-identity.ts'
import { createOperatorAudit } from '../../src/platform/operator-audit.ts'
import { readFunnelFile } from '../../src/platform/reference-data.ts'
import { password } from '../account/credentials.ts'
import { arrive, partners, ticketFor } from '../account/partners.ts'
import { BUILT_AT } from '../builders/companies.ts'
import { buildTrackedEvent } from '../builders/tracked-events.ts'
import { call, freshMobile, openTestApp, register, requestCode, type TestApp } from '../http/app.ts'
import { ask } from '../http/assistant.ts'
import { fillWithRecord, objection, proveContact } from '../http/corrections.ts'
import { report, reportAsVisitor } from '../http/feedback.ts'
import type { RouteCases } from '../http/route-case.ts'
import { prepareRouteCases } from '../http/route-cases.ts'
import { buildPicture, upload, withoutReEncoding } from '../http/uploads.ts'
import { importRecords } from '../importers/import-records.ts'
import { importRows } from '../importers/import-tables.ts'
import { vitalBody } from '../tracking/action-bodies.ts'
import type { ReleaseFacts } from './release-files.ts'

const DAY = '2026-06-29'
const eventsAt = Date.parse(`${DAY}T10:00:00+08:00`)

/** Calls every route once, as the test of every route does. */
async function callEveryRoute(db: Database, test: TestApp): Promise<void> {
  const { token, cases } = await prepareRouteCases(db, test)
  const run = async <K extends RouteKey>(key: K, { input, signedIn, token: own }: RouteCases[K]) => {
    const { code } = await call(test.app, key, input, signedIn ? { token: own ?? token } : {})
    if (code !== 0) throw new Error(`${key}: ${code}`)
  }
  for (const key of routeKeys) await run(key, cases[key])
}

/** Companies and records by way of the importers, of which one waits for another file. */
async function importAll(database: OpenDatabase, location: DatabaseLocation) {
  const target = { ...database, location, remove: async () => {} }
  const company = { name: '演示晨溪食品有限公司', creditCode: '91990003MA0FCT03X0', status: '存续' }
  await importRows(target, [{ ...company, phones: ['0990-2345678'], email: 'office@example.com' }])
  await importRecords(target, 'keyPerson', [
    { companyName: company.name, creditCode: company.creditCode, name: '演示甲' },
  ])
}

async function trackEvents(database: OpenDatabase, location: DatabaseLocation) {
  const store = openEventStore(location, database)
  await store.append([1n, 2n, 3n].map((device) => buildTrackedEvent({ at: eventsAt, device, newDevice: device })))
  const steps = parseFunnel(readFunnelFile())
  await rollUpDay({ db: database.db, store, steps }, { day: DAY, asOf: BUILT_AT, isClosed: true })
  await store.close()
}

/** The account that a later release must still serve. */
async function fillAccount(db: Database, test: TestApp): Promise<ReleaseFacts> {
  const { app, clock } = test
  const { company, record } = await fillWithRecord(db)
  const mobile = freshMobile()
  const { token } = await register(test, mobile, password)
  const picture = async () => (await upload(test, await buildPicture(), { token })).data?.imageId ?? ''
  const about = { companyId: company.id, recordId: record.id }
  const corrected = await call(app, 'submitCorrection', objection({ ...about, evidence: [await picture()] }), { token })
  const reported = await call(app, 'saveFeedback', report({ imageIds: [await picture()] }), { token })
  await call(app, 'followCompany', { companyId: company.id, group: '客户' }, { token })
  await call(app, 'companyDetail', { id: company.id }, { token })
  await call(app, 'saveSearchHistory', { companyName: '澜山' }, { token })
  await call(app, 'requestUpdate', { companyId: company.id }, { token })
  await call(app, 'requestInclusion', { keyword: '演示收录有限公司' }, { token })
  await call(app, 'saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, { token })
  const { answerId } = await ask(test, token, '演示问题')
  await call(app, 'shareAnswer', { answerId }, { token })
  return {
    at: clock.time,
    token,
    mobile,
    password,
    companyId: company.id,
    companyName: company.name,
    correction: corrected.data?.number ?? '',
    feedback: reported.data?.number ?? '',
    answerId,
    day: DAY,
  }
}

/** What is under way when the release is replaced: codes, tickets, proofs, feedback of a visitor, a suppression. */
async function leaveOpen(db: Database, test: TestApp) {
  const mobile = freshMobile()
  await requestCode(test, mobile)
  await call(test.app, 'captcha', {})
  await call(test.app, 'saveReport', vitalBody(120))
  await arrive(test, await ticketFor(test, mobile))
  await ticketFor(test, mobile)
  await proveContact(test)
  await reportAsVisitor(test, { contact: '13800009876' })
  await call(test.app, 'loginByWechatCode', { code: 'another', deviceId: 'd' })
  const { clock } = test
  const audits = { audit: createAudit({ clock, random }), operatorAudit: createOperatorAudit({ clock, random }) }
  const suppressions = createSuppressionService({ db, clock, random, ...audits })
  await suppressions.addRecord({ recordId: 'r-none', reason: '演示：法院来函', operator: 'cli:tester' })
}

/** One row in each table that only long imports, merges of companies and jobs fill. */
async function insertRare({ db }: OpenDatabase, { companyId }: ReleaseFacts) {
  const at = BUILT_AT
  const user = await db.selectFrom('user_account').select('id').limit(1).executeTakeFirstOrThrow()
  const record = await db.selectFrom('record').select('id').limit(1).executeTakeFirstOrThrow()
  const listing = { exchange: 'SZSE', code: '990001', old_code: null, board: '主板', state: '上市' as const }
  await db
    .insertInto('company_listing')
    .values({ company_id: companyId, ...listing, listed_on: '2020-01-02', delisted_on: null })
    .execute()
  await db.insertInto('company_former_id').values({ id: 'c-demo-former', company_id: companyId }).execute()
  await db.insertInto('company_key').values({ scheme: 'demo', source_key: 'key-1', company_id: companyId }).execute()
  await db.insertInto('company_known_name').values({ name_key: '演示旧名', company_id: companyId }).execute()
  await db.insertInto('company_part').values({ id: 'p-demo', company_id: companyId, content: '{}' }).execute()
  await db.insertInto('pending_row').values({ lookup_key: 'demo\nkey-2', digest: 'd', content: '{}' }).execute()
  await db.insertInto('source_restatement').values({ source_id: 'demo', times: 1 }).execute()
  await db
    .insertInto('record_source')
    .values({ record_id: record.id, source_id: 'demo-b', as_of: null, source_url: null, statement: '{}' })
    .execute()
  const event = { subject_key: 'n:演示', kind: 'fact' as const, record_id: null, field: 'status', event_date: null }
  await db
    .insertInto('company_event')
    .values({
      ...event,
      change: 'changed',
      value_before: '存续',
      value_after: '注销',
      source_id: 'demo-a',
      as_of: '2026-06-30',
      imported_at: at,
      run_id: 'run-demo',
      is_late: 0,
    })
    .execute()
  await db.insertInto('content_picture').values({ id: 'p-demo', jpeg: '/9j/', created_at: at }).execute()
  await db.insertInto('tracking_dropped').values({ day: DAY, reason: 'duplicate', count: 2 }).execute()
  await db.insertInto('tracking_subject').values({ user_id: user.id, subject: 4_242 }).execute()
  await db
    .insertInto('wechat_token')
    .values({ name: 'wx-demo', sealed: null, expires_at: at, renewing_until: 0 })
    .execute()
  await db.insertInto('lease').values({ name: 'demo', holder: '', token: 1, renewals: 0 }).execute()
  await readStoreIdentity(db)
  await isSharedKey(db, createHmacHasher(new Uint8Array(32)))
}

/** Opens the application of tests over a store, without a fake of the events. */
export const openReleaseApp = (database: Pick<OpenDatabase, 'db'>) =>
  openTestApp(database.db, { partners, reEncodeImage: withoutReEncoding })

/** Uses the routes and services of users. */
export async function callAll({ db }: Pick<OpenDatabase, 'db'>): Promise<ReleaseFacts> {
  const test = await openReleaseApp({ db })
  await callEveryRoute(db, test)
  const facts = await fillAccount(db, test)
  await leaveOpen(db, test)
  await test.app.close()
  return facts
}

/** Fills an empty place with fictional data of every feature, through its routes, importers and jobs. */
export async function fillRelease(location: DatabaseLocation): Promise<ReleaseFacts> {
  const database = openDatabase(location)
  await migrate(database.db)
  const facts = await callAll(database)
  await importAll(database, location)
  await trackEvents(database, location)
  await insertRare(database, facts)
  await database.close()
  return facts
}

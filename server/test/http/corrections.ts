import type { RouteInput } from '@baiqicha/contract/routes'
import type { Database } from '../../src/platform/database/database.ts'
import { buildCompany, insertCompanies } from '../builders/companies.ts'
import { buildRecord, insertRecords } from '../builders/records.ts'
import { call, freshMobile, lastCode, requestCode, type TestApp } from './app.ts'

export const demoCode = '91990001MA0TE5T16H'

/** A fictional company with one record of being a dishonest debtor. */
export async function fillWithRecord(db: Database) {
  const company = buildCompany({ name: '澜山演示贸易有限公司', credit_code: demoCode, is_demo: 1 })
  const record = buildRecord({
    kind: 'dishonestExecutor',
    is_demo: 1,
    subjects: [{ creditCode: demoCode, name: company.row.name }],
    fields: {
      name: company.row.name,
      caseNo: '（2024）演0101执1234号',
      court: '演示市示例区人民法院',
      performance: '全部未履行',
      legalRep: '演示甲',
      filedDate: '2024-03-18',
      publishDate: '2024-05-06',
    },
  })
  await insertCompanies(db, [company])
  await insertRecords(db, [record])
  return { company: company.row, record: record.row }
}

/** How a record stands in its own table, and in the one that lists and counts read. */
export async function marksOf(db: Database, recordId: string) {
  const record = await db
    .selectFrom('record')
    .select(['disputed_at', 'is_hidden'])
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow()
  const subjects = await db
    .selectFrom('record_subject')
    .select(['is_disputed', 'is_hidden'])
    .where('record_id', '=', recordId)
    .execute()
  return { ...record, subjects }
}

export const unmarked = { disputed_at: null, is_hidden: 0, subjects: [{ is_disputed: 0, is_hidden: 0 }] }
export const markedAt = (disputed_at: number) => ({
  disputed_at,
  is_hidden: 0,
  subjects: [{ is_disputed: 1, is_hidden: 0 }],
})
export const shieldedAt = (disputed_at: number) => ({
  disputed_at,
  is_hidden: 1,
  subjects: [{ is_disputed: 1, is_hidden: 1 }],
})

/** A visitor's proof of a number. */
export async function proveContact(test: TestApp, mobile = freshMobile()): Promise<string> {
  await requestCode(test, mobile, { scene: 'correction' })
  const proof = await call(test.app, 'proveContact', { mobile, smsCode: lastCode(test, mobile) })
  return proof.data?.contactToken ?? ''
}

/** An objection that says what it must. */
export const objection = (
  deviation: Partial<RouteInput<'submitCorrection'>> & { companyId: string },
): RouteInput<'submitCorrection'> => ({
  reason: '信息有误',
  content: '演示：该案已履行完毕，应移出名单。',
  claimant: '本企业',
  ...deviation,
})

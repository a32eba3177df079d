import type { RecordFields } from '@baiqicha/contract/records/fields'
import type { RouteKey } from '@baiqicha/contract/routes'
import { beforeAll, expect } from 'vitest'
import { buildCompany, insertCompanies } from '../builders/companies.ts'
import { type BuiltFeed, type BuiltRecord, buildRecord, insertFeed, insertRecords } from '../builders/records.ts'
import type { TestDatabase } from '../databases/databases.ts'
import { type Answer, call, openTestApp, signIn, type TestApp } from './app.ts'

let companies = 0

/** A company with a unique code and a unique name. */
export const company = (deviation: Parameters<typeof buildCompany>[0] = {}) => {
  companies += 1
  const credit_code = `9199000${String(companies).padStart(11, '0')}`
  return buildCompany({ name: `演示${companies}号记录贸易有限公司`, credit_code, ...deviation })
}
export type Company = ReturnType<typeof company>

/** The subject of a record that states all keys of the company. */
export const by = ({ row }: Company) => ({
  creditCode: row.credit_code,
  registrationNumber: row.registration_number,
  name: row.name,
})

/** A record of the company as a dishonest debtor. */
export const debt = (of: Company, deviation: Partial<Parameters<typeof buildRecord>[0]> = {}) =>
  buildRecord({
    kind: 'dishonestExecutor',
    subjects: [by(of)],
    ...deviation,
    fields: { name: of.row.name, caseNo: '（2024）演0101执1号', publishDate: '2024-05-06', ...deviation.fields },
  })

export const judgment = (of: Company, identity: string, fields: RecordFields = {}) =>
  buildRecord({
    kind: 'judicialDocument',
    subjects: [{ ...by(of), identity }],
    fields: { docType: '判决书', judgeDate: '2025-03-01', cause: '买卖合同纠纷', ...fields },
  })

/** State of a record that its source removed long ago. */
export const removed = { standing: 'history', status: '已移出', removed_on: '2025-01-01' } as const

/** Code and message of a refusal. */
export const refusalOf = ({ code, message }: Answer<RouteKey>) => ({ code, message })

/** Data of an answer, which must succeed. */
function dataOf<K extends RouteKey>(answer: Answer<K>) {
  expect(refusalOf(answer)).toMatchObject({ code: 0 })
  return answer.data
}

type Narrowing = { view?: 'history' | 'disputed'; page?: number; pageSize?: number; court?: string }

/** One store, one app and one signed-in reader for all tests of a suite. */
export function readRecordsOf(freshDatabase: () => Promise<TestDatabase>) {
  let test: TestApp
  let database: TestDatabase
  let token: string
  beforeAll(async () => {
    database = await freshDatabase()
    test = await openTestApp(database.db)
    ;({ token } = await signIn(test))
    return () => test.app.close()
  })
  return {
    test: () => test,
    db: () => database.db,
    token: () => token,
    store: async (
      of: Company | readonly Company[],
      records: readonly BuiltRecord[],
      feeds: readonly BuiltFeed[] = [],
    ) => {
      await insertCompanies(database.db, [of].flat())
      await insertRecords(database.db, records)
      for (const feed of feeds) await insertFeed(database.db, feed)
      // Connected sources are cached for one second; the clock moves past it.
      test.clock.time += 1_001
    },
    /** The company's list of records as a dishonest debtor. */
    debts: async (of: Company, narrowing: Narrowing = {}) =>
      dataOf(await call(test.app, 'dishonestExecutorList', { companyId: of.row.id, ...narrowing }, { token })),
    /** One record of that list. */
    detail: (id: string, companyId?: string) =>
      call(test.app, 'dishonestExecutorDetail', companyId === undefined ? { id } : { id, companyId }, { token }),
    /** The company page as a visitor sees it. */
    page: async (of: Company) => dataOf(await call(test.app, 'companyDetail', { id: of.row.id })),
  }
}

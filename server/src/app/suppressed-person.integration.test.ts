import { API_BASE, type Route, type RouteKey, routeKeys, routes } from '@baiqicha/contract/routes'
import { beforeAll, describe, expect, it } from 'vitest'
import { partners } from '../../test/account/accounts.ts'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { buildRecord, insertRecords } from '../../test/builders/records.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn, type TestApp } from '../../test/http/app.ts'
import type { RouteCases } from '../../test/http/route-case.ts'
import { prepareRouteCases } from '../../test/http/route-cases.ts'
import { importRows } from '../../test/importers/import-tables.ts'
import { createCompanySource } from '../features/company/company-source.repository.ts'
import { createSuppressionService } from '../features/correction/suppression.service.ts'
import { createOperatorAudit } from '../platform/audit.ts'
import { systemRandom } from '../platform/crypto/system-random.ts'
import type { Database } from '../platform/database/database.ts'
import { loadReferenceData } from '../platform/reference-data.ts'

const PERSON = '演示寅卯'
const SUCCESSOR = '演示辰巳'
const CODE = '91990001MA0TE5T16H'

const serviceOf = (db: Database, clock: { now: () => number }) =>
  createSuppressionService({
    db,
    clock,
    random: systemRandom,
    audit: async () => {},
    operatorAudit: createOperatorAudit({ clock, random: systemRandom }),
  })

const step = { reason: '演示：本人申请删除', operator: 'cli:tester' }
const party = { role: '被告', name: PERSON, type: 1 as const, cid: null, statement: null }

/** Records of each way in which a person is named. */
const recordsOf = (company: { name: string }) => [
  buildRecord({ kind: 'keyPerson', subjects: [company], fields: { name: PERSON, positions: ['董事'] } }),
  buildRecord({ kind: 'shareholderInfo', subjects: [company], fields: { name: PERSON } }),
  buildRecord({
    kind: 'changeRecord',
    subjects: [company],
    fields: { item: '负责人变更', before: PERSON, after: `${SUCCESSOR}（原${PERSON}）` },
  }),
  buildRecord({ kind: 'dishonestExecutor', subjects: [company], fields: { name: company.name, legalRep: PERSON } }),
  buildRecord({
    kind: 'judicialDocument',
    subjects: [company],
    fields: { parties: [party], sections: [{ title: '事实', text: `${PERSON}代表公司签字。` }] },
  }),
]

const event = (subject_key: string, before: string, after: string) => ({
  subject_key,
  kind: 'fact' as const,
  change: 'changed' as const,
  record_id: null,
  field: 'legalRepresentative',
  value_before: before,
  value_after: after,
  source_id: 'test',
  as_of: '2026-06',
  event_date: null,
  imported_at: Date.UTC(2026, 5, 30),
  run_id: 'run',
  is_late: 0 as const,
})

describeDatabases('a person who is suppressed at a company', (freshDatabase) => {
  describe('stands', () => {
    let test: TestApp
    let token: string
    let cases: RouteCases
    let named: string[]

    beforeAll(async () => {
      const { db } = await freshDatabase()
      test = await openTestApp(db, { partners })
      ;({ token, cases } = await prepareRouteCases(db, test))
      await db.updateTable('company').set({ legal_representative: PERSON }).execute()
      const companies = await db.selectFrom('company').select(['id', 'name', 'name_key', 'credit_code']).execute()
      for (const { id, name, name_key } of companies) {
        test.search.representatives.set(id, PERSON)
        test.search.members.set(id, PERSON)
        await insertRecords(db, recordsOf({ name }))
        await db
          .insertInto('company_event')
          .values([event(`n:${name_key}`, PERSON, SUCCESSOR)])
          .execute()
      }
      const answers = await db.selectFrom('assistant_answer').select(['id', 'content']).execute()
      for (const { id, content } of answers) {
        const [company] = companies
        const shown = {
          ...JSON.parse(content ?? '{}'),
          companies: [{ id: company?.id, name: company?.name, isDemo: true }],
          segments: [{ index: 0, text: `法定代表人是${PERSON}。`, startsParagraph: true, citations: [] }],
        }
        await db
          .updateTable('assistant_answer')
          .set({ content: JSON.stringify(shown) })
          .where('id', '=', id)
          .execute()
      }
      test.clock.time += 3_600_000
      named = []
      for (const key of readKeys) if ((await bodyOf(key)).includes(PERSON)) named.push(key)
      const suppressions = serviceOf(db, test.clock)
      for (const { id } of companies) {
        expect(await suppressions.addPerson({ person: PERSON, company: id, ...step })).toMatchObject({ ok: true })
      }
      test.clock.time += 3_600_000
      return () => test.app.close()
    })

    const readKeys = routeKeys.filter((key) => routes[key].method === 'GET')

    async function bodyOf(key: RouteKey) {
      const route: Route = routes[key]
      const { input, signedIn, token: own } = cases[key]
      const entries = Object.entries({
        ...input,
        ...(key === 'companySuggest' || key === 'companySearch' ? { keyword: PERSON } : {}),
      })
      const query = new URLSearchParams(
        Object.fromEntries(
          entries.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
        ),
      ).toString()
      const response = await test.app.inject({
        method: route.method,
        url: `${API_BASE}${route.path}?${query}`,
        headers: signedIn ? { token: own ?? token } : {},
      })
      return response.body
    }

    it('before that on pages, rows, searches, records, events and answers', () => {
      for (const key of [
        'companyDetail',
        'businessInfo',
        'companySearch',
        'companySuggest',
        'leadSearch',
        'recentRegisterList',
        'recentBrowseList',
        'followChanges',
        'keyPersonList',
        'shareholderInfoList',
        'changeRecordList',
        'answerDetail',
      ]) {
        expect(named).toContain(key)
      }
    })

    it.each(readKeys)('no longer in %s', async (key) => {
      expect(await bodyOf(key)).not.toContain(PERSON)
    })
  })

  it('is listed before with all that will be hidden, and nothing changes', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const company = buildCompany({ legal_representative: PERSON, credit_code: CODE })
    const other = buildCompany({ legal_representative: PERSON })
    await insertCompanies(db, [company, other])
    await insertRecords(db, [
      ...recordsOf({ name: company.row.name }),
      buildRecord({ kind: 'keyPerson', subjects: [{ name: company.row.name }], fields: { name: SUCCESSOR } }),
      ...recordsOf({ name: other.row.name }),
    ])
    await db
      .insertInto('company_event')
      .values([event(`c:${CODE}`, SUCCESSOR, PERSON)])
      .execute()
    const suppressions = serviceOf(db, test.clock)
    const found = await suppressions.findPerson({ person: '演示 寅卯', company: CODE })
    expect(found).toMatchObject({
      ok: true,
      value: { company: { id: company.row.id }, isRepresentative: true, changes: 1, answers: 0 },
    })
    expect(found.ok && found.value.records.map(({ kind }) => kind).toSorted()).toEqual([
      'changeRecord',
      'dishonestExecutor',
      'judicialDocument',
      'keyPerson',
      'shareholderInfo',
    ])
    const page = () => call(test.app, 'companyDetail', { id: company.row.id })
    expect((await page()).data?.legalRepresentative?.name).toBe(PERSON)
    expect(await suppressions.list(null)).toEqual({ items: [], total: 0, next: null })

    const added = await suppressions.addPerson({ person: PERSON, company: CODE, ...step })
    expect(added).toMatchObject({ ok: true, value: { recordsHidden: 5 } })
    expect((await page()).data?.legalRepresentative).toBeNull()
    const elsewhere = await call(test.app, 'companyDetail', { id: other.row.id })
    expect(elsewhere.data?.legalRepresentative?.name).toBe(PERSON)

    await suppressions.remove({ id: (added.ok && added.value.id) || '', ...step })
    expect((await page()).data?.legalRepresentative?.name).toBe(PERSON)
  })

  it('stays hidden when the company is imported again, and a successor is shown', async () => {
    const database = await freshDatabase()
    const { db } = database
    const test = await openTestApp(db)
    const row = { name: '演示删除有限公司', creditCode: CODE, legalRepresentative: PERSON, scope: '一' }
    await importRows(database, [row])
    const { id } = await db.selectFrom('company').select('id').executeTakeFirstOrThrow()
    await serviceOf(db, test.clock).addPerson({ person: PERSON, company: id, ...step })
    const source = createCompanySource({
      db,
      clock: test.clock,
      reference: loadReferenceData({ demo: true }),
      includeDemo: true,
    })
    const shown = async () => {
      const indexed: (string | null)[] = []
      for await (const company of source.companies([id])) indexed.push(company.legalRepresentative)
      const page = await call(test.app, 'companyDetail', { id })
      return { page: page.data?.legalRepresentative?.name ?? null, indexed }
    }
    const nobody = { page: null, indexed: [null] }
    expect(await shown()).toEqual(nobody)
    await importRows(database, [row])
    expect(await shown()).toEqual(nobody)
    await importRows(database, [{ ...row, scope: '二' }])
    expect(await shown()).toEqual(nobody)
    await importRows(database, [{ ...row, legalRepresentative: SUCCESSOR, asOf: '2027-01-01' }])
    expect(await shown()).toEqual({ page: SUCCESSOR, indexed: [SUCCESSOR] })
    await importRows(database, [{ ...row, asOf: '2027-02-01' }])
    expect(await shown()).toEqual(nobody)
  })

  it('is not found by a search whose index does not know yet', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const company = buildCompany({ legal_representative: PERSON })
    await insertCompanies(db, [company])
    test.search.representatives.set(company.row.id, PERSON)
    const { token } = await signIn(test)
    const found = async () => (await call(test.app, 'companySearch', { keyword: PERSON }, { token })).data?.list.length
    expect(await found()).toBe(1)
    await serviceOf(db, test.clock).addPerson({ person: PERSON, company: company.row.id, ...step })
    expect(await found()).toBe(0)
  })
})

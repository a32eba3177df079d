import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { expect, it, onTestFinished } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { buildQuery } from '../../../test/builders/indexable-companies.ts'
import { describeDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { testHiddenNumbers } from '../../../test/importers/hidden-numbers.ts'
import { testFile } from '../../../test/importers/import-tables.ts'
import { makeIndexDirectory, openSearchOver } from '../../../test/search/company-search.local.ts'
import { createCompanySource } from '../../features/company/company-source.repository.ts'
import { registerSources, shippedSources } from '../../importers/file/sources.ts'
import { createRecordImporter } from '../../importers/records/import-records.ts'
import { canonicalMapping } from '../../importers/records/record-formats.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { updateMarks } from '../../records/record-marks.ts'
import type { CompanyQuery } from '../company-search.ts'

const clock = { now: () => BUILT_AT }
const reference = loadReferenceData({ demo: true })

async function openOver({ db }: TestDatabase) {
  const { directory, remove } = await makeIndexDirectory()
  const search = openSearchOver({ directory, source: createCompanySource({ db, clock, reference, includeDemo: true }) })
  onTestFinished(remove)
  return search
}

const code = '91990001MA0TE5T16H'

/** Imports one row of our own format, as the command line does; its source covers all. */
async function importRecord(database: TestDatabase, key: RecordKindKey, row: object) {
  await registerSources(database.db, shippedSources)
  const kind = recordKinds[key]
  const file = await testFile(`${JSON.stringify(row)}\n`, `${key}.ndjson`)
  const request = { file, sourceId: 'demo', kind, mapping: canonicalMapping(kind), rejectsFile: null, covers: 'all' }
  await createRecordImporter({ database, clock, hiddenNumbers: testHiddenNumbers }).run(request)
}

describeDatabases('an index over a database', (freshDatabase) => {
  it('follows the database, and returns the same results in every directory', async () => {
    const database = await freshDatabase()
    const companies = Array.from({ length: 118 }, (_, index) =>
      buildCompany({ name: `演示星河第${index % 50}有限公司` }),
    )
    await insertCompanies(database.db, companies.slice(0, 110))
    const [one, other] = [await openOver(database), await openOver(database)]
    await one.refresh()
    await insertCompanies(database.db, companies.slice(110, 115))
    await Promise.all([one.refresh(), other.refresh()])
    await insertCompanies(database.db, companies.slice(115))
    const id = companies[3]?.row.id ?? ''
    await database.db.updateTable('company').set({ name: '演示飞鱼有限公司' }).where('id', '=', id).execute()
    await database.db.insertInto('company_change').values({ company_id: id, at: 1 }).execute()
    await database.db
      .deleteFrom('company')
      .where('id', '=', companies[4]?.row.id ?? '')
      .execute()
    await database.db
      .insertInto('company_change')
      .values({ company_id: companies[4]?.row.id ?? '', at: 1 })
      .execute()
    await Promise.all([one.refresh(), other.refresh()])
    for (const keyword of ['演示', '星河', '飞鱼', '第4', '星']) {
      const query = buildQuery(keyword, { limit: 200 })
      expect(await one.search(query)).toEqual(await other.search(query))
    }
    expect((await one.search(buildQuery('飞鱼'))).hits.map(({ companyId }) => companyId)).toEqual([id])
    expect([one, other].map((search) => search.state().companies)).toEqual([117, 117])
    expect(one.state().segments).toBeGreaterThan(1)
  })

  it('follows records that are added, suppressed and withdrawn, with their risks and people', async () => {
    const database = await freshDatabase()
    const { db } = database
    const company = buildCompany({ name: '演示飞鱼有限公司', credit_code: code, is_demo: 1 })
    await insertCompanies(db, [company, buildCompany({ name: '演示飞鱼渔业有限公司' })])
    const search = await openOver(database)
    const found = async (query: CompanyQuery) => {
      await search.refresh()
      return (await search.search(query)).hits.map(({ companyId }) => companyId)
    }
    const isRisky = buildQuery('飞鱼', { filters: { risk: 'businessRisk' } })
    const isClear = buildQuery('飞鱼', { filters: { risk: 'none' } })
    const isMember = buildQuery('演示癸', { within: 'member' })
    expect([await found(isRisky), await found(isClear), await found(isMember)]).toEqual([[], [], []])

    // 未查询到风险 speaks about four kinds: with a source of the last one, the company is known to be clear.
    const debtor = { name: '演示他方有限公司', certNo: '91990002MA0FCT021X', caseNo: '（2026）演0101执1号' }
    await importRecord(database, 'dishonestExecutor', debtor)
    await importRecord(database, 'executedPerson', debtor)
    await importRecord(database, 'consumptionRestriction', { ...debtor, companyName: debtor.name })
    expect(await found(isClear)).toEqual([])
    await importRecord(database, 'businessRisk', { companyName: debtor.name, addDate: '2026-01-05', addReason: '演示' })
    expect(await found(isClear)).toEqual([company.row.id])

    const about = { companyName: '演示飞鱼有限公司', companyCreditCode: code }
    const listing = { ...about, addDate: '2026-01-05', addReason: '演示原因', addOffice: '演示市演示局' }
    await importRecord(database, 'businessRisk', listing)
    await importRecord(database, 'shareholderInfo', { ...about, name: '演示癸' })
    expect([await found(isRisky), await found(isClear), await found(isMember)]).toEqual([
      [company.row.id],
      [],
      [company.row.id],
    ])

    const holder = await db
      .selectFrom('record')
      .select('id')
      .where('kind', '=', 'shareholderInfo')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('suppression')
      .values({
        id: 's-1',
        record_id: null,
        person_name: '演示癸',
        subject_key: `c:${code}`,
        reason: '测试',
        created_at: BUILT_AT,
      })
      .execute()
    await db.transaction().execute((tx) => updateMarks(tx, [holder.id], BUILT_AT))
    await importRecord(database, 'businessRisk', { ...listing, removeDate: '2026-06-01', asOf: '2026-06-30' })
    expect([await found(isRisky), await found(isClear), await found(isMember)]).toEqual([[], [company.row.id], []])
  })
})

import { readFileSync } from 'node:fs'
import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { expect, it } from 'vitest'
import { BUILT_AT } from '../../../test/builders/companies.ts'
import { seededRandom, testSeed } from '../../../test/builders/seeded-random.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { testHiddenNumbers } from '../../../test/importers/hidden-numbers.ts'
import { dumpImported } from '../../../test/importers/import-tables.ts'
import { compareStarterFacts } from '../../../test/importers/starter-facts.ts'
import { isCreditCode } from '../../domain/company/credit-code.ts'
import type { Database } from '../../platform/database/database.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { visibilityOf } from '../../records/record-visibility.ts'
import { loadStarter } from './load-starter.ts'

const reference = loadReferenceData({ demo: true })
const clock = { now: () => BUILT_AT }

/** Number of records per visibility, for one kind and company, on 2026-11-18. */
async function visibilitiesOf(db: Database, kind: RecordKindKey, creditCode: string) {
  const rows = await db
    .selectFrom('record_subject')
    .selectAll()
    .where('subject_key', '=', `c:${creditCode}`)
    .where('kind', '=', kind)
    .execute()
  const counts: Record<string, number> = {}
  for (const row of rows) {
    const visibility = visibilityOf(row, '2026-11-18')
    if (visibility !== null) counts[visibility] = (counts[visibility] ?? 0) + 1
  }
  return counts
}

describeDatabases('the starter set', (freshDatabase) => {
  it('is stored once with source and date, including the records of the fictional companies', async () => {
    const database = await freshDatabase()
    const first = await loadStarter({ database, clock, reference, hiddenNumbers: testHiddenNumbers, demo: true })
    expect(first.companies.map((summary) => [summary.fileName, summary.created, summary.rejected])).toEqual([
      ['companies.csv.gz', 5_711, 0],
      ['name-changes.csv.gz', 0, 0],
      ['list-companies.csv.gz', 648, 0],
      ['companies.ndjson', 70, 0],
    ])
    const { length: stored } = await database.db.selectFrom('record').select('id').execute()
    expect(first.records.reduce((sum, { created }) => sum + created, 0)).toBe(stored)
    const before = await dumpImported(database.db)
    const again = await loadStarter({ database, clock, reference, hiddenNumbers: testHiddenNumbers, demo: true })
    expect([...again.companies, ...again.records].every((summary) => summary.skipped)).toBe(true)
    expect(await dumpImported(database.db)).toEqual(before)

    const byd = await database.db
      .selectFrom('company')
      .innerJoin('company_listing', 'company_listing.company_id', 'company.id')
      .selectAll('company')
      .where('company_listing.code', '=', '002594')
      .executeTakeFirstOrThrow()
    expect(byd).toMatchObject({
      name: '比亚迪股份有限公司',
      status: '存续',
      business_type: '股份有限公司',
      joint_stock_type: '上市',
      region_code: '440300',
      industry_section: 'C',
      is_listed: 1,
      identity_source: 'szse-company-list',
      people_source: 'annual-report',
      people_as_of: '2021',
      capital_as_of: '2024-05',
      listing_as_of: '2026-06',
    })
    expect(JSON.parse(byd.other_origins)).toMatchObject({ status: ['exchange-list', '2026-06'] })

    // Each source of demonstration records is connected to every kind.
    const { db } = database
    const feeds = await db.selectFrom('record_feed').selectAll().where('is_demo', '=', 1).execute()
    expect(new Set(feeds.map(({ kind }) => kind))).toEqual(new Set(recordKindKeys))
    expect(new Set(feeds.map((feed) => feed.as_of))).toEqual(new Set(['2026-11-18']))

    const listed = await visibilitiesOf(db, 'dishonestExecutor', '91990001MA0TE5T16H')
    expect(listed).toEqual({ current: 1, disputed: 1, history: 3 })
    // Two sources state it; it counts once.
    expect(await visibilitiesOf(db, 'punishment', '91990001MA0TE5T16H')).toEqual({ current: 1, history: 1 })
    const twice = await db.selectFrom('record_source').select('record_id').distinct().execute()
    expect(twice).toHaveLength(1)
    const withdrawn = await db.selectFrom('record').select('status').where('standing', '=', 'withdrawn').execute()
    expect(withdrawn.length).toBeGreaterThan(2)
  })

  it('has no risk records without demonstration data, a status only from the list of 2026-06, and no credit codes', async () => {
    const database = await freshDatabase()
    const { records } = await loadStarter({ database, clock, reference, hiddenNumbers: testHiddenNumbers, demo: false })
    const { db } = database
    expect(records.every(({ rejected }) => rejected === 0)).toBe(true)
    const feeds = await db
      .selectFrom('record_feed')
      .select(['kind', 'source_id'])
      .orderBy('kind')
      .orderBy('source_id')
      .execute()
    expect(feeds.map((feed) => `${feed.kind} ${feed.source_id}`)).toEqual([
      'annualEmployees annual-report',
      'changeRecord short-name-changes',
      'keyPerson listed-company-facts',
      'listEntry acfic-list',
      'listEntry finance-ministry-list',
      'listEntry sasac-list',
      'reportedRepresentative annual-report',
    ])
    const unlisted = await db
      .selectFrom('company')
      .select(['status', 'joint_stock_type', 'is_listed'])
      .distinct()
      .where('listing_source', '=', 'listed-company-facts')
      .execute()
    expect(unlisted).toEqual([{ status: null, joint_stock_type: null, is_listed: 0 }])
    const statuses = await db.selectFrom('company').select('status').distinct().orderBy('status').execute()
    expect(new Set(statuses.map((row) => row.status))).toEqual(new Set(['存续', null]))
    const coded = await db.selectFrom('company').select('id').where('credit_code', 'is not', null).execute()
    expect(coded).toEqual([])
    // CSRC section S is 综合, not section S of GB/T 4754.
    const sectionS = await db.selectFrom('company').select('id').where('industry_section', '=', 'S').execute()
    expect(sectionS).toEqual([])

    const facts = await compareStarterFacts(db, seededRandom(testSeed), 30)
    expect(new Set(facts.map(({ company }) => company)).size).toBeGreaterThan(20)
    for (const { company, fact, stored, inFile } of facts) {
      expect.soft({ company, fact, value: stored }, `seed ${testSeed}`).toEqual({ company, fact, value: inFile })
    }
  })
})

it('marks its demonstration companies as fictional by name, region and people', () => {
  const file = new URL('../../../../data/demo/companies.ndjson', import.meta.url)
  const companies = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(companies.length).toBeGreaterThanOrEqual(30)
  for (const company of companies) {
    expect(company.name).toContain('演示')
    expect(company.legalRepresentative).toMatch(/^演示[甲乙丙丁戊己庚辛壬癸]$/)
    expect(company.region).toMatch(/^99000[1-5]$/)
    expect(isCreditCode(company.creditCode) && /^.{2}99000[1-5]/.test(company.creditCode)).toBe(true)
    for (const name of company.formerNames ?? []) expect(name).toContain('演示')
  }
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { BUILT_AT } from '../../../test/builders/companies.ts'
import { type SeededRandom, seededRandom, testSeed } from '../../../test/builders/seeded-random.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { testHiddenNumbers } from '../../../test/importers/hidden-numbers.ts'
import { dumpImported } from '../../../test/importers/import-tables.ts'
import { isCreditCode } from '../../domain/company/credit-code.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { visibilityOf } from '../../records/shown-record.ts'
import { loadStarter } from './load-starter.ts'

const folder = fileURLToPath(new URL('../../../../data/starter', import.meta.url))

type Row = Record<string, string>

const cellsOf = (line: string) =>
  Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )

/** Parses a table with quoted cells, independently of the importer. */
function readRows(file: string): Row[] {
  const text = gunzipSync(readFileSync(path.join(folder, file))).toString()
  const lines = text.trimEnd().split('\n')
  const [header = [], ...rows] = lines.map(cellsOf)
  return rows.map((cells) => Object.fromEntries(header.map((column, at) => [column, cells[at] ?? ''])))
}

/** Fact of a company in the store, and the same fact in its file. */
type ComparedFact = { company: string; fact: string; stored: unknown; inFile: unknown }

const content = z.record(z.string(), z.unknown())

/** Draws companies of the starter files and returns every fact of theirs, as stored and as in the file. */
async function compareStarterFacts(db: Database, random: SeededRandom, count: number): Promise<ComparedFact[]> {
  const listed = readRows('companies.csv.gz')
  const unlisted = readRows('list-companies.csv.gz')
  const recordFiles = readdirSync(path.join(folder, 'records')).flatMap((source) =>
    readdirSync(path.join(folder, 'records', source)).map((file) => ({
      source,
      kind: file.split('.')[0] ?? '',
      rows: readRows(path.join('records', source, file)),
    })),
  )
  const facts: ComparedFact[] = []
  for (let drawn = 0; drawn < count; drawn += 1) {
    const row = random.pick(drawn % 3 === 0 ? unlisted : listed)
    const name = row['announced_full_name'] || row['full_name'] || row['name'] || row['short_name'] || ''
    const key = nameKey(name)
    const company = await db
      .selectFrom('company')
      .selectAll()
      .where('name_key', '=', key)
      .where('is_demo', '=', 0)
      .executeTakeFirstOrThrow()
    const add = (fact: string, stored: unknown, inFile: unknown) => facts.push({ company: name, fact, stored, inFile })
    add('name', company.name, name)
    if (row['stock_code'] !== undefined) {
      add('short name', company.short_name, row['short_name'])
      add(
        'capital',
        company.capital_value,
        row['registered_capital_wan_cny'] === '' ? null : Number(row['registered_capital_wan_cny']),
      )
      add('founded', company.founded_on, row['founded_date'] || null)
      add(
        'representative',
        company.legal_representative,
        row['legal_representative'] || row['reported_representative'] || null,
      )
      const listing = await db
        .selectFrom('company_listing')
        .select(['code', 'listed_on'])
        .where('company_id', '=', company.id)
        .executeTakeFirstOrThrow()
      add('stock', `${listing.code} ${listing.listed_on ?? ''}`, `${row['stock_code']} ${row['list_date']}`)
    } else {
      add('list province', company.list_province, row['list_province'] || null)
      add('investor', company.investor_authority, row['investor_authority'] || null)
      add(
        'unknown facts',
        [company.status, company.capital_value, company.founded_on, company.credit_code],
        [null, null, null, null],
      )
    }
    for (const { source, kind, rows } of recordFiles) {
      const inFile = rows.filter((record) => record['companyName'] === name)
      const stored = await db
        .selectFrom('record_subject')
        .innerJoin('record', 'record.id', 'record_subject.record_id')
        .select('record.content')
        .where('record_subject.subject_key', '=', `n:${key}`)
        .where('record_subject.kind', '=', kindOf(kind))
        .where('record.source_id', '=', source)
        .execute()
      const texts = stored.map((record) => textOfRecord(z.parse(content, JSON.parse(record.content))))
      add(`${kind} of ${source}`, texts.toSorted(), inFile.map((record) => textOfRow(kind, record)).toSorted())
    }
  }
  return facts
}

const kindOf = (key: string) => {
  const kind = Object.values(recordKinds).find((one) => one.key === key)
  if (kind === undefined) throw new Error(`${key} is no kind of record`)
  return kind.key
}

/** Values of a stored record that are not empty, sorted by field. */
const textOfRecord = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .toSorted()
    .join('|')

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.join('；')
  if (typeof value === 'object' && value !== null && 'value' in value) return String(value.value)
  return String(value)
}

const textOfRow = (kind: string, row: Row) =>
  Object.entries(row)
    .filter(([name, value]) => value !== '' && name in recordKinds[kindOf(kind)].fields)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('|')

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

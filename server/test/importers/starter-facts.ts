import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import * as z from 'zod/mini'
import { nameKey } from '../../src/domain/names/company-name.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { SeededRandom } from '../builders/seeded-random.ts'

const folder = fileURLToPath(new URL('../../../data/starter', import.meta.url))

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
export type ComparedFact = { company: string; fact: string; stored: unknown; inFile: unknown }

const content = z.record(z.string(), z.unknown())

/** Draws companies of the starter files and returns every fact of theirs, as stored and as in the file. */
export async function compareStarterFacts(db: Database, random: SeededRandom, count: number): Promise<ComparedFact[]> {
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

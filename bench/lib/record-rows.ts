import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import { type DatabaseLocation, openDatabase } from '../../server/src/platform/database/open-database.ts'
import { personName } from './generated-records.ts'
import { type ImportFigures, importWithSource } from './import-command.ts'

/** Records about the companies of a store; numbers and persons are fictional. */

const BENCH_SOURCE = 'bench'
const BENCH_AS_OF = '2026-06-30'
/** Companies read from the store at once. */
const PER_READ = 20_000

/** Different names of fictional persons: each has about twenty listings. */
const PERSON_NAMES = 50_000
/** One number in ten is published by several companies. */
const SHARED_NUMBERS = 20_000

type Subject = { companyName: string; creditCode?: string; registrationNumber?: string }

/** Companies of the store, in the order of their ids. */
async function* subjectsOf(location: DatabaseLocation): AsyncGenerator<Subject, void, undefined> {
  const database = openDatabase(location)
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await database.db
      .selectFrom('company')
      .select(['id', 'name', 'credit_code', 'registration_number'])
      .where('id', '>', after)
      .where('is_demo', '=', 0)
      .orderBy('id')
      .limit(PER_READ)
      .execute()
    for (const { name, credit_code: creditCode, registration_number: registrationNumber } of rows) {
      yield {
        companyName: name,
        ...(creditCode !== null && { creditCode }),
        ...(registrationNumber !== null && { registrationNumber }),
      }
    }
    after = rows.at(-1)?.id
  }
  await database.close()
}

const digits = (value: number, length: number) => String(value).padStart(length, '0')

/** Mobile of a company of the store; 154 is in no person's use. */
const mobileOf = (at: number) => `154${digits(at % 10 === 0 ? at % SHARED_NUMBERS : at, 8)}`

/** A landline or mailbox of a company, and a mobile. */
function contactsOf(subject: Subject, at: number): object[] {
  const report = { category: '年报', sourceTitle: '2025 年度报告', year: 2025, sourceDate: '2026-03-28', state: '实号' }
  const number = at % 10 === 0 ? at % SHARED_NUMBERS : at
  const second =
    at % 4 === 0
      ? { ...report, category: '官网', sourceTitle: '企业官网', type: '邮箱', value: `yanshi${number}@example.com` }
      : { ...report, type: '固话', value: `0990-6${digits(number, 7)}` }
  return [
    { ...subject, ...second },
    { ...subject, ...report, type: '手机', value: mobileOf(at) },
  ]
}

const rowsOf = {
  contact: contactsOf,
  keyPerson: (subject: Subject, at: number): object[] => [
    { ...subject, name: personName(at % PERSON_NAMES), positions: '董事', appointedDate: '2020-01-02' },
  ],
}

type RecordPlan = { kind: keyof typeof rowsOf; rows: number }

/** Rows of a kind as the import reads them. */
async function writeRows(file: string, location: DatabaseLocation, { kind, rows: wanted }: RecordPlan) {
  const stream = createWriteStream(file)
  let at = 0
  let rows = 0
  for await (const subject of subjectsOf(location)) {
    if (rows >= wanted) break
    for (const row of rowsOf[kind](subject, at)) {
      rows += 1
      if (!stream.write(`${JSON.stringify(row)}\n`)) await once(stream, 'drain')
    }
    at += 1
  }
  stream.end()
  await once(stream, 'finish')
}

/** Imports generated records into the store. */
export async function importRecords(location: DatabaseLocation, plan: RecordPlan): Promise<ImportFigures> {
  const { kind } = plan
  const folder = path.join(location.dataDir, 'input')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${kind}.ndjson`)
  const source = {
    id: BENCH_SOURCE,
    name: '评测数据',
    scope: '虚构的号码与人员',
    url: null,
    licence: '仅用于评测',
    kind: 'register',
    asOf: BENCH_AS_OF,
    covers: 'all',
  }
  await writeRows(file, location, plan)
  return importWithSource([kind, file, '--source', BENCH_SOURCE], source, location)
}

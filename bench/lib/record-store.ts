import { createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { companyIdFrom } from '../../server/src/domain/company/company-id.ts'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import { contentsOf, openCachedStore } from './cached-store.ts'
import { type ImportFigures, runImport } from './import-command.ts'
import { RECORDS_PER_COMPANY, VOLUME_VERSION, volumeCompanies, volumeOf, volumeRecords } from './record-volume.ts'
import { buildIndexOf } from './stores.ts'

export type KindFigures = ImportFigures & { kind: string }
/** Company ids of one kind: a draw in proportion to their records, and the company with the most records. */
export type KindSample = { byRecord: string[]; heaviest: string; most: number }
type Notes = { figures: KindFigures[]; samples: [RecordKindKey, KindSample][] }
export type RecordStore = { dataDir: string } & Notes

const SEED = 20_261_118
const SAMPLE = 1_000
const ROWS_PER_CHUNK = 500
const notesFile = 'notes.json'

const source = {
  id: 'bench-volume',
  name: '评测用虚构数据',
  scope: '虚构企业',
  url: null,
  licence: 'Apache-2.0',
  kind: 'demo',
  asOf: '2026-11-18',
}

function* ndjson(rows: Iterable<object>): Generator<string> {
  let lines: string[] = []
  for (const row of rows) {
    lines.push(`${JSON.stringify(row)}\n`)
    if (lines.length < ROWS_PER_CHUNK) continue
    yield lines.join('')
    lines = []
  }
  yield lines.join('')
}

/** Reads which companies the stored records are about. */
async function drawSamples(dataDir: string): Promise<Notes['samples']> {
  const database = openDatabase({ dataDir })
  if (database.kind !== 'sqlite') throw new Error('a DATA_DIR without DATABASE_URL is SQLite')
  type Subject = { key: string; records: number }
  const statement = database.sqlite.prepare<[string], Subject>(
    `select subject_key as key, count(*) as records from record_subject
     where kind = ? and subject_key like 'c:%' group by subject_key order by records desc, key`,
  )
  const samples = recordKindKeys.map((kind): [RecordKindKey, KindSample] => {
    const subjects = statement.all(kind).map(({ key, records }) => ({ key: key.slice('c:'.length), records }))
    const ids = subjects.map(({ key }) => companyIdFrom('creditCode', key))
    const weighted = subjects.flatMap(({ records }, at) => Array.from({ length: records }, () => ids[at] ?? ''))
    const step = Math.max(1, weighted.length / SAMPLE)
    const byRecord = Array.from(
      { length: Math.min(SAMPLE, weighted.length) },
      (_, at) => weighted[Math.floor(at * step)] ?? '',
    )
    return [kind, { byRecord, heaviest: ids[0] ?? '', most: subjects[0]?.records ?? 0 }]
  })
  await database.close()
  return samples
}

/** Writes one file after another, imports it by the import command and removes it. */
async function build(dataDir: string, count: number): Promise<void> {
  const sources = path.join(dataDir, 'sources.json')
  writeFileSync(sources, JSON.stringify([source]))
  const figures: KindFigures[] = []
  const importRows = async (kind: string, rows: Iterable<object>) => {
    const file = path.join(dataDir, `${kind}.ndjson.gz`)
    await pipeline(Readable.from(ndjson(rows)), createGzip({ level: 1 }), createWriteStream(file))
    const words = [kind, file, '--source', source.id, '--sources', sources]
    figures.push({ kind, ...(await runImport(words, dataDir)) })
    rmSync(file)
  }
  await importRows('companies', volumeCompanies(count, SEED))
  const companies = Array.from(volumeCompanies(count, SEED), ({ name, creditCode }) => ({ name, creditCode }))
  for (const { key, count: records } of volumeOf(count))
    await importRows(key, volumeRecords(key, records, companies, SEED))
  const notes: Notes = { figures, samples: await drawSamples(dataDir) }
  writeFileSync(path.join(dataDir, notesFile), JSON.stringify(notes))
  await buildIndexOf(dataDir)
}

/** The DATA_DIR of a server with this many fictional companies and their records. */
export async function openRecordStore(companies: number): Promise<RecordStore> {
  const code = contentsOf([], ['importers/records', 'platform/database/migrations'])
  const dataDir = await openCachedStore({
    name: `records-${companies}`,
    madeFrom: JSON.stringify({ VOLUME_VERSION, companies, RECORDS_PER_COMPANY, code }),
    gibibytes: Math.ceil((companies / 1e6) * 12),
    build: (folder) => build(folder, companies),
  })
  const notes: Notes = JSON.parse(readFileSync(path.join(dataDir, notesFile), 'utf8'))
  return { dataDir, ...notes }
}

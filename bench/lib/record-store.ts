import { createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { TestServer } from '../../e2e/lib/server.ts'
import { companyIdFrom } from '../../server/src/domain/company/company-id.ts'
import { seededRandom } from '../../server/test/builders/seeded-random.ts'
import { contentHash, keptStore } from './bench-store.ts'
import { type ImportFigures, runImportProgram } from './import-process.ts'
import { filesIn } from './million-store.ts'
import { RECORDS_PER_COMPANY, VOLUME_VERSION, volumeCompanies, volumeOf, volumeRecords } from './record-volume.ts'
import type { VolumeCompany } from './record-volume-rows.ts'

export type KindFigures = ImportFigures & { kind: string }
/** Of one kind: companies as often as they have records of it, and the one that has most. Ids. */
export type KindSample = { byRecord: string[]; heaviest: string; most: number }
type Notes = { figures: KindFigures[]; samples: [RecordKindKey, KindSample][] }
export type RecordStore = { dataDir: string } & Notes

const SEED = 20_261_118
const SAMPLE = 1_000
const LINES_AT_ONCE = 500
const notesFile = 'notes.json'

/** Fictional companies alone, so it says so wherever it is opened. */
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
  let text = ''
  let lines = 0
  for (const row of rows) {
    text += `${JSON.stringify(row)}\n`
    lines += 1
    if (lines % LINES_AT_ONCE !== 0) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

const write = (rows: Iterable<object>, file: string) =>
  pipeline(Readable.from(ndjson(rows)), createGzip({ level: 1 }), createWriteStream(file))

const idOf = (company: VolumeCompany | undefined) => companyIdFrom('creditCode', company?.creditCode ?? '')

/** Sees whom each record is about. */
function createSubjectNotes(companies: readonly VolumeCompany[], seed: number) {
  const counts = new Uint32Array(companies.length)
  const random = seededRandom(seed)
  const kept: number[] = []
  let seen = 0
  return {
    see: (place: number) => {
      counts[place] = (counts[place] ?? 0) + 1
      const at = seen < SAMPLE ? seen : random.below(seen + 1)
      seen += 1
      if (at < SAMPLE) kept[at] = place
    },
    sample: (): KindSample => {
      const most = counts.reduce((largest, count) => Math.max(largest, count), 0)
      return {
        byRecord: kept.map((place) => idOf(companies[place])),
        heaviest: idOf(companies[counts.indexOf(most)]),
        most,
      }
    },
  }
}

/** Writes one file after another, imports it as an operator would, and takes it away again. */
async function build(folder: string, count: number): Promise<void> {
  const store = { dataDir: folder, databaseUrl: '' }
  const sources = path.join(folder, 'sources.json')
  writeFileSync(sources, JSON.stringify([source]))
  const notes: Notes = { figures: [], samples: [] }
  const importRows = async (kind: string, rows: Iterable<object>) => {
    const file = path.join(folder, `${kind}.ndjson.gz`)
    await write(rows, file)
    const figures = await runImportProgram([kind, file, '--source', source.id, '--sources', sources], store)
    notes.figures.push({ kind, ...figures })
    rmSync(file)
  }
  const companies: VolumeCompany[] = []
  function* noted() {
    for (const company of volumeCompanies(count, SEED)) {
      companies.push({ name: company.name, creditCode: company.creditCode })
      yield company
    }
  }
  await importRows('companies', noted())
  for (const { key, count: records } of volumeOf(count)) {
    const subjects = createSubjectNotes(companies, SEED)
    await importRows(key, volumeRecords(key, records, companies, { seed: SEED, onSubject: subjects.see }))
    notes.samples.push([key, subjects.sample()])
  }
  writeFileSync(path.join(folder, notesFile), JSON.stringify(notes))
  const server = await TestServer.create({ DATA_DIR: folder })
  try {
    await server.start(500)
  } finally {
    await server.dispose()
  }
}

/** The DATA_DIR of a server with so many fictional companies and their records. Kept from one bench to the next. */
export async function openRecordStore(companies: number): Promise<RecordStore> {
  const made = ['importers/records', 'platform/database/migrations'].flatMap(filesIn)
  const dataDir = await keptStore({
    name: `records-${companies}`,
    madeFrom: JSON.stringify({ VOLUME_VERSION, companies, RECORDS_PER_COMPANY, contents: made.map(contentHash) }),
    gibibytes: Math.ceil((companies / 1e6) * 12),
    build: (folder) => build(folder, companies),
  })
  const notes: Notes = JSON.parse(readFileSync(path.join(dataDir, notesFile), 'utf8'))
  return { dataDir, ...notes }
}

import Database from 'better-sqlite3'
import type { Readings } from '../domain/pinyin.ts'
import { IndexDamaged, unseal } from './bytes.ts'
import type { Candidates } from './candidates.ts'
import type { CompanyFacts } from './company-facts.ts'
import { SEGMENT } from './doc-set.ts'
import { decodeFacts, FORMAT_VERSION, type IndexHeader, metaRows } from './index-format.ts'
import type { Vocabulary } from './keyword.ts'
import { findTerm } from './posting-reader.ts'
import { openReadings } from './readings.ts'
import type { Term } from './term.ts'

/** One index file, open for reading. Every row is checked as it is read; a row that is not what was written throws. */
export type IndexReader = {
  header: IndexHeader
  segments: number
  vocabulary: Vocabulary
  readings: Readings
  candidates: (term: Term) => Candidates
  /** By number, which is its place in rank order. */
  company(doc: number): CompanyFacts
  close(): void
}

/** @throws IndexDamaged where the file is no index, or not of this version. */
export function openIndex(file: string): IndexReader {
  const database = openReadOnly(file)
  try {
    return readIndex(database)
  } catch (error) {
    database.close()
    throw asDamage(error)
  }
}

function openReadOnly(file: string) {
  try {
    return new Database(file, { readonly: true, fileMustExist: true })
  } catch (error) {
    throw asDamage(error)
  }
}

/** SQLite finds some damage itself: a malformed page, a file that is no database, one cut short. */
function asDamage(error: unknown): unknown {
  return error instanceof Database.SqliteError ? new IndexDamaged(error.message, { cause: error }) : error
}

function readIndex(database: Database.Database): IndexReader {
  // Not mapped into memory: a file cut short under a mapping ends the process, and no code can catch it.
  database.pragma('mmap_size = 0')
  database.pragma('cache_size = -8000')
  // One transaction for good: the file never changes, and a lock for every row costs more than the row.
  database.exec('begin')
  const reader = (table: string) => {
    const statement = database.prepare<[number]>(`select body from ${table} where id = ?`).pluck()
    return (id: number): Uint8Array => {
      try {
        return unseal(table, id, statement.get(id))
      } catch (error) {
        throw asDamage(error)
      }
    }
  }
  const meta = reader('meta')
  const header: IndexHeader = JSON.parse(textOf(meta(metaRows.header)))
  if (header.format !== FORMAT_VERSION) throw new IndexDamaged(`format ${header.format}`)
  const firstTerms = new Float64Array(new Uint8Array(meta(metaRows.firstTerms)).buffer)
  const { readings, syllables } = openReadings(textOf(meta(metaRows.readings)))
  const regionWords = new Set(header.regionWords)
  const rows = { page: reader('page'), block: reader('block') }
  const company = reader('company')
  return {
    header,
    segments: Math.ceil(header.companies / SEGMENT),
    vocabulary: { isRegion: (word) => regionWords.has(word), syllables },
    readings,
    candidates: (term) => findTerm(term, firstTerms, rows),
    company: (doc) => decodeFacts(textOf(company(doc))),
    close: () => database.close(),
  }
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { searchKey } from '../domain/company-name.ts'
import { hasEnded } from '../domain/company-status.ts'
import type { IndexableCompany } from '../domain/indexable-company.ts'
import { seal } from './bytes.ts'
import { factsOf } from './company-facts.ts'
import { termsOf } from './company-terms.ts'
import { SEGMENT } from './doc-set.ts'
import { decodeFacts, encodeFacts, FORMAT_VERSION, type IndexHeader, metaRows, schema } from './index-format.ts'
import { createPostingWriter } from './posting-writer.ts'
import { collectReadings, openReadings } from './readings.ts'
import { mergeRuns, RunReader, SegmentTerms } from './term-runs.ts'

/** Where the index is written, and files that go away with the building: `file` with an ending. */
export type BuildTarget = { file: string; revision: string; builtAt: number }

const branchName = /(?:分公司|分店|营业部|办事处|分行|支行|分部)$/u

/** Order inside a rung: fictional last; then live before ended, head office before branch, and the prominence of the record. */
const rankOf = ({ isDemo, status, name, prominence }: IndexableCompany) =>
  ((Number(isDemo) * 2 + Number(hasEnded(status))) * 2 + Number(branchName.test(name))) * 65_536 + prominence

/**
 * Builds one index file: companies are laid aside as they come, read back in rank order, and turned into terms,
 * a segment at a time. Memory does not grow with their number.
 */
export async function createIndexBuilder({ file, revision, builtAt }: BuildTarget) {
  const readingsText = await collectReadings()
  const { readings } = openReadings(readingsText)
  const stagingFile = `${file}.staging`
  for (const path of [file, stagingFile]) rmSync(path, { force: true })

  const staging = openForWriting(stagingFile)
  staging.exec('create table staged (rank integer, founded text, id text, body text)')
  const stage = staging.prepare('insert into staged values (?, ?, ?, ?)')
  const stageAll = staging.transaction((companies: readonly IndexableCompany[]) => {
    for (const company of companies) {
      stage.run(rankOf(company), company.foundedOn ?? '9999', company.id, encodeFacts(factsOf(company)))
    }
  })

  const writeIndex = (): IndexHeader => {
    const index = openForWriting(file)
    index.exec(schema)
    const insert = (table: keyof typeof tables) => {
      const statement = index.prepare(`insert into ${table} values (?, ?)`)
      return (id: number, bytes: Uint8Array) => void statement.run(id, seal(table, id, bytes))
    }
    const tables = { meta: 0, page: 0, block: 0, company: 0 }
    const writeMeta = insert('meta')
    index.exec('begin')

    const regionWords = new Set<string>()
    const writeCompany = insert('company')
    const terms = new SegmentTerms()
    const runs: string[] = []
    const endSegment = () => {
      const run = `${file}.run-${runs.length}`
      terms.flush(run)
      runs.push(run)
    }
    let companies = 0
    const inRankOrder = staging.prepare<[], string>('select body from staged order by rank, founded, id').pluck()
    for (const body of inRankOrder.iterate()) {
      const facts = decodeFacts(body)
      writeCompany(companies, Buffer.from(body))
      for (const term of termsOf(facts, readings)) terms.add(term, companies % SEGMENT)
      for (const word of facts.regions) regionWords.add(searchKey(word))
      companies += 1
      if (companies % SEGMENT === 0) endSegment()
    }
    if (companies % SEGMENT > 0) endSegment()

    const postings = createPostingWriter({ page: insert('page'), block: insert('block') })
    const readers = runs.map((run, segment) => new RunReader(run, segment))
    mergeRuns(readers, (term, entries) => postings.add(term, entries))
    for (const reader of readers) reader.remove()
    const firstTerms = postings.finish()
    const header: IndexHeader = {
      format: FORMAT_VERSION,
      revision,
      companies,
      builtAt,
      pages: firstTerms.length,
      regionWords: [...regionWords],
    }
    writeMeta(metaRows.header, Buffer.from(JSON.stringify(header)))
    writeMeta(metaRows.firstTerms, new Uint8Array(firstTerms.buffer))
    writeMeta(metaRows.readings, Buffer.from(readingsText))
    index.exec('commit')
    index.close()
    flushToDisk(file)
    return header
  }

  const removeStaging = () => {
    staging.close()
    rmSync(stagingFile, { force: true })
  }

  return {
    add: stageAll,
    /** Writes the index; the file is whole and on disk when this returns. */
    finish(): IndexHeader {
      try {
        return writeIndex()
      } finally {
        removeStaging()
      }
    },
  }
}

/** A file that is made aside and thrown away on failure needs no journal. */
function openForWriting(file: string) {
  const database = new Database(file)
  database.pragma('page_size = 8192')
  database.pragma('journal_mode = off')
  database.pragma('synchronous = off')
  database.pragma('cache_size = -8000')
  return database
}

function flushToDisk(file: string) {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

import { createHash, hash } from 'node:crypto'
import type { BulkSession } from '../../../platform/database/bulk-session.ts'
import type {
  RowFingerprintBatchTable,
  RowFingerprintListTable,
  SourceRestatementTable,
  SourceTable,
} from '../../../platform/database/tables/company.ts'
import { fingerprintBatchTable, fingerprintListTable } from './company-tables.ts'

/**
 * Taking a statement twice comes to the same as taking it once, in any order with others, unless its source said
 * something else of the same date in between (a correction). So the rows of a file are remembered by fingerprints, in
 * the order of the file, and a row met again near its place is passed over unread. What the answer depends on besides
 * the row stands in the conditions of the list: when one of them changes, as by a correction, the list is void.
 */
export type RowFingerprints = {
  /** Makes ready for the rows that follow row `from` of the file. */
  load(from: number): Promise<void>
  has(fingerprint: number): boolean
  /** Within the transaction of a batch: the rows of it that need not be taken again. */
  save(from: number, fingerprints: readonly number[]): Promise<void>
  /** Nothing taken before is relied on from here: a source has taken something back. */
  invalidate(): void
  /** Within the last transaction of a file: what was taken in this run is the list from now on. */
  finish(): Promise<void>
}

export type RowFingerprintsOptions = {
  session: BulkSession
  fileName: string
  /** What the rows are read by: mapping and header. */
  readAs: readonly string[]
  sources: readonly SourceTable[]
  /** Whether an interrupted run goes on; else what such a run left is not used. */
  isResumed: boolean
}

/** Rows by which a row may have moved since the last time and still be found. Bounds the memory, whatever the file. */
const REACH = 100_000
/** Raised when the same row would be read as something else. */
const READING = 1

/** 52 bits: of a billion rows compared with those within reach, none is likely to be taken for another. */
export const fingerprintOf = (text: string) => Number.parseInt(hash('sha256', text, 'hex').slice(0, 13), 16)

const digestOf = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

const idsOf = (sources: readonly SourceTable[]) => sources.map((source) => source.id)

const textOf = (fingerprints: readonly number[]) =>
  Buffer.from(Float64Array.from(fingerprints).buffer).toString('base64')

function fingerprintsOf(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64')
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

export async function openRowFingerprints({
  session,
  fileName,
  readAs,
  sources,
  isResumed,
}: RowFingerprintsOptions): Promise<RowFingerprints> {
  const corrections = await session.selectIn<SourceRestatementTable>('source_restatement', 'source_id', idsOf(sources))
  const times = new Map(corrections.map((row) => [row.source_id, row.times]))
  const named = sources.map((source) => [source.id, source.kind, source.as_of, times.get(source.id) ?? 0])
  const id = digestOf([fileName, idsOf(sources)])
  const conditions = digestOf([READING, readAs, named])
  const [list] = await session.selectIn<RowFingerprintListTable>('row_fingerprint_list', 'id', [id])
  const before = list?.generation ?? 0
  const now = before + 1
  if (!isResumed) {
    await session.execute('delete from row_fingerprint_batch where list_id = ? and generation > ?', [id, before])
  }

  let isVoid = list?.conditions !== conditions
  let blocks: { from: number; fingerprints: Float64Array }[] = []
  const within = new Set<number>()
  let loadedTo = -1

  return {
    load: async (from) => {
      if (isVoid) return
      if (from + REACH / 2 > loadedTo) {
        const more = await session.select<Pick<RowFingerprintBatchTable, 'from_row' | 'fingerprints'>>(
          `select from_row, fingerprints from row_fingerprint_batch
           where list_id = ? and generation = ? and from_row > ? and from_row <= ? order by from_row`,
          [id, before, Math.max(loadedTo, from - REACH), from + REACH],
        )
        for (const row of more) {
          const block = { from: row.from_row, fingerprints: fingerprintsOf(row.fingerprints) }
          blocks.push(block)
          for (const fingerprint of block.fingerprints) within.add(fingerprint)
        }
        loadedTo = from + REACH
      }
      const isNear = (block: { from: number }) => block.from > from - REACH
      for (const block of blocks) {
        if (isNear(block)) break
        for (const fingerprint of block.fingerprints) within.delete(fingerprint)
      }
      blocks = blocks.filter(isNear)
    },
    has: (fingerprint) => within.has(fingerprint),
    save: async (from, fingerprints) => {
      if (fingerprints.length === 0) return
      const row = { list_id: id, generation: now, from_row: from, fingerprints: textOf(fingerprints) }
      await session.write(fingerprintBatchTable, [row])
    },
    invalidate: () => {
      isVoid = true
      blocks = []
      within.clear()
    },
    finish: async () => {
      await session.write(fingerprintListTable, [{ id, conditions, generation: now }])
      await session.execute('delete from row_fingerprint_batch where list_id = ? and generation <= ?', [id, before])
    },
  }
}

/** Voids every list that one of the sources had a part in. A removal of what a source said does the same. */
export async function recordRestatements(session: BulkSession, sourceIds: ReadonlySet<string>): Promise<void> {
  for (const id of sourceIds) {
    await session.execute(
      `insert into source_restatement (source_id, times) values (?, 1)
       on conflict (source_id) do update set times = source_restatement.times + 1`,
      [id],
    )
  }
}

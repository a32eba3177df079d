import { sha256 } from '../../../platform/crypto/hmac.ts'
import { type BulkSession, replacedRows } from '../../../platform/database/bulk-session.ts'
import type {
  RowFingerprintBatchTable,
  RowFingerprintListTable,
  SourceRestatementTable,
  SourceTable,
} from '../../../platform/database/tables/company.ts'

const fingerprintListTable = replacedRows('row_fingerprint_list', 'id')
const fingerprintBatchTable = replacedRows('row_fingerprint_batch', 'list_id', 'generation', 'from_row')

/**
 * Fingerprints of the rows that earlier imports of a file applied, in the order of the file. Applying a statement is
 * idempotent and does not depend on the order unless its source restated a fact for the same date, so a known row near
 * its earlier place is skipped unread. Whatever else the result depends on is in the conditions of the list; when a
 * condition changes, for example by a restatement, the list is invalid.
 */
export type RowFingerprints = Awaited<ReturnType<typeof openRowFingerprints>>

export type RowFingerprintsOptions = {
  session: BulkSession
  fileName: string
  /** Text of the mapping and header: the same row under another mapping is another row. */
  readAs: readonly string[]
  sources: readonly SourceTable[]
  /** Whether an interrupted run resumes; otherwise the fingerprints of an interrupted run are deleted. */
  isResumed: boolean
}

/** Number of rows by which a row may have moved between two versions of a file. Bounds the memory. */
const REACH = 100_000
/** Version of the parser; raise it when the same row would be read differently. */
const READING = 2

/** 52 bits: a collision within REACH is unlikely even over a billion rows. */
export const fingerprintOf = (text: string) => Number.parseInt(sha256(text).slice(0, 13), 16)

const digestOf = (parts: readonly unknown[]) => sha256(JSON.stringify(parts))

const idsOf = (sources: readonly SourceTable[]) => sources.map((source) => source.id)

const textOf = (fingerprints: readonly number[]) =>
  Buffer.from(Float64Array.from(fingerprints).buffer).toString('base64')

function fingerprintsOf(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64')
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

export async function openRowFingerprints({ session, fileName, readAs, sources, isResumed }: RowFingerprintsOptions) {
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
    /** Loads the fingerprints around row `from` of the file. */
    load: async (from: number) => {
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
    has: (fingerprint: number) => within.has(fingerprint),
    /** Stores the fingerprints of a batch, within its transaction. */
    save: async (from: number, fingerprints: readonly number[]) => {
      if (fingerprints.length === 0) return
      const row = { list_id: id, generation: now, from_row: from, fingerprints: textOf(fingerprints) }
      await session.write(fingerprintBatchTable, [row])
    },
    /** Stops using fingerprints for the rest of this run: a source restated a fact. */
    invalidate: () => {
      isVoid = true
      blocks = []
      within.clear()
    },
    /** Makes the fingerprints of this run the current ones, within the last transaction of a file. */
    finish: async () => {
      await session.write(fingerprintListTable, [{ id, conditions, generation: now }])
      await session.execute('delete from row_fingerprint_batch where list_id = ? and generation <= ?', [id, before])
    },
  }
}

/** Invalidates all lists of the sources. Code that removes facts of a source must call it too. */
export async function recordRestatements(session: BulkSession, sourceIds: ReadonlySet<string>): Promise<void> {
  for (const id of sourceIds) {
    await session.execute(
      `insert into source_restatement (source_id, times) values (?, 1)
       on conflict (source_id) do update set times = source_restatement.times + 1`,
      [id],
    )
  }
}

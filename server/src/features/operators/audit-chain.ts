import type { Database } from '../../platform/database/database.ts'
import type { OperatorAuditHeadTable, OperatorAuditTable } from '../../platform/database/tables/operator.ts'
import { auditHash, lockAudit } from '../../platform/operator-audit.ts'

/** What `audit verify` found. `number`: the first row that is wrong, or the last number when the chain is whole. */
export type ChainReport = {
  rows: number
  /** null: the chain is whole. */
  flaw: { type: 'changed' | 'missing' | 'unchained'; number: number } | null
}

const PAGE = 1_000

/**
 * Reads the chain of the audit from the row after the last erased one: a row that was changed, deleted or swapped breaks it.
 * Rows are erased from the beginning by the retention only, which stores where it ended.
 */
export async function verifyAuditChain(db: Database): Promise<ChainReport> {
  for (;;) {
    // Rows that are appended after this query are left for the next verification.
    const head = await db.selectFrom('operator_audit_head').selectAll().executeTakeFirstOrThrow()
    const report = await readChain(db, head)
    if (report.flaw === null) return report
    // The retention may have erased rows meanwhile.
    const now = await db.selectFrom('operator_audit_head').select('erased_number').executeTakeFirstOrThrow()
    if (now.erased_number === head.erased_number) return report
  }
}

async function readChain(db: Database, head: OperatorAuditHeadTable): Promise<ChainReport> {
  const unchained = await db.selectFrom('operator_audit').select('id').where('number', 'is', null).executeTakeFirst()
  let previous: Link = { number: head.erased_number, hash: head.erased_hash }
  let read = 0
  let rows = 0
  for (;;) {
    const page = await db
      .selectFrom('operator_audit')
      .selectAll()
      .where('number', '>', read)
      .where('number', '<=', head.number)
      .orderBy('number')
      .limit(PAGE)
      .execute()
    for (const row of page) {
      const flaw = flawAfter(previous, row)
      if (flaw !== null) return { rows, flaw }
      read = previous.number + 1
      previous = { number: read, hash: auditHash(row) }
      rows += 1
    }
    if (page.length < PAGE) break
  }
  const { number } = previous
  if (number !== head.number) return { rows, flaw: { type: 'missing', number: number + 1 } }
  if (previous.hash !== head.hash) return { rows, flaw: { type: 'changed', number } }
  return { rows, flaw: unchained === undefined ? null : { type: 'unchained', number } }
}

/** A row as the next one sees it. */
type Link = { number: number; hash: string }

function flawAfter(previous: Link, row: OperatorAuditTable): ChainReport['flaw'] {
  const expected = previous.number + 1
  if (row.number !== expected) return { type: 'missing', number: expected }
  return row.previous_hash === previous.hash ? null : { type: 'changed', number: previous.number }
}

/**
 * Erases the beginning of the chain before an instant, and stores the last erased row in the same transaction. Clocks may step:
 * rows after the first newer one stay, so that no row is missing in the middle.
 */
export async function eraseOldAudit(db: Database, before: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAudit(tx)
    const chained = tx.selectFrom('operator_audit').where('number', 'is not', null)
    const first = await chained.select('number').where('at', '>=', before).orderBy('number').limit(1).executeTakeFirst()
    const last = await chained
      .selectAll()
      .where('at', '<', before)
      .where('number', '<', first?.number ?? Number.MAX_SAFE_INTEGER)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const end = last?.number ?? 0
    if (last !== undefined) {
      await tx
        .updateTable('operator_audit_head')
        .set({ erased_number: end, erased_hash: auditHash(last) })
        .execute()
    }
    await tx
      .deleteFrom('operator_audit')
      .where('at', '<', before)
      .where((of) => of.or([of('number', 'is', null), of('number', '<=', end)]))
      .execute()
  })
}

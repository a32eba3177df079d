import type { Database } from '../../platform/database/database.ts'
import type { OperatorAuditTable } from '../../platform/database/tables/operator-audit.ts'
import { auditHash } from '../../platform/operator-audit.ts'

/** What `audit verify` found. `number`: the first row that is wrong, or the last number when the chain is whole. */
export type ChainReport = {
  rows: number
  /** null: the chain is whole. */
  flaw: { type: 'changed' | 'missing' | 'unchained'; number: number } | null
}

const PAGE = 1_000

/**
 * Reads the chain of the audit from its first row: a row that was changed, deleted or swapped breaks it. Rows are deleted
 * from the beginning by the retention only, so the first stored row may have any number.
 */
export async function verifyAuditChain(db: Database): Promise<ChainReport> {
  // Rows that are appended after this query are left for the next verification.
  const head = await db.selectFrom('operator_audit_head').selectAll().executeTakeFirstOrThrow()
  const unchained = await db.selectFrom('operator_audit').select('id').where('number', 'is', null).executeTakeFirst()
  let previous: OperatorAuditTable | undefined
  let rows = 0
  for (;;) {
    const page = await db
      .selectFrom('operator_audit')
      .selectAll()
      .where('number', '>', previous?.number ?? 0)
      .where('number', '<=', head.number)
      .orderBy('number')
      .limit(PAGE)
      .execute()
    for (const row of page) {
      const flaw = flawAfter(previous, row)
      if (flaw !== null) return { rows, flaw }
      previous = row
      rows += 1
    }
    if (page.length < PAGE) break
  }
  const last = previous?.number ?? 0
  if (last !== head.number) return { rows, flaw: { type: 'missing', number: last + 1 } }
  if (previous !== undefined && auditHash(previous) !== head.hash) {
    return { rows, flaw: { type: 'changed', number: last } }
  }
  return { rows, flaw: unchained === undefined ? null : { type: 'unchained', number: last } }
}

function flawAfter(previous: OperatorAuditTable | undefined, row: OperatorAuditTable): ChainReport['flaw'] {
  if (previous === undefined) return null
  const expected = (previous.number ?? 0) + 1
  if (row.number !== expected) return { type: 'missing', number: expected }
  return row.previous_hash === auditHash(previous) ? null : { type: 'changed', number: expected - 1 }
}

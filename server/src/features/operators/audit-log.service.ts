import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { OperatorAuditTable } from '../../platform/database/tables/operator-audit.ts'
import { type ChainReport, verifyAuditChain } from './audit-chain.ts'

/** Texts that a row must have; null: any. */
export type AuditQuery = {
  operator: string | null
  action: string | null
  subject: string | null
  /** Number of the last row of the page before; null: the first page. */
  before: number | null
}
/** Newest first. `next`: the number before which the next page begins; null: this is the last. */
export type AuditPage = { rows: OperatorAuditTable[]; next: number | null }

/** Reading of the audit of operators. */
export interface AuditLog {
  list(query: AuditQuery): Promise<AuditPage>
  /** The newest row about a subject: who changed it last. */
  newestOf(subject: string): Promise<OperatorAuditTable | null>
  verify(): Promise<ChainReport>
}

const PAGE = 50

export const createAuditLog = (db: Database): AuditLog => ({
  async list({ before, ...wanted }) {
    let query = db.selectFrom('operator_audit').selectAll().where('number', 'is not', null)
    for (const column of ['operator', 'subject'] as const) {
      const value = wanted[column]
      if (value !== null) query = query.where(column, '=', value)
    }
    if (wanted.action !== null) query = query.where(sql<boolean>`action = ${wanted.action}`)
    if (before !== null) query = query.where('number', '<', before)
    const rows = await query
      .orderBy('number', 'desc')
      .limit(PAGE + 1)
      .execute()
    const page = rows.slice(0, PAGE)
    return { rows: page, next: rows.length > PAGE ? (page.at(-1)?.number ?? null) : null }
  },

  async newestOf(subject) {
    const row = await db
      .selectFrom('operator_audit')
      .selectAll()
      .where('subject', '=', subject)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ?? null
  },

  verify: () => verifyAuditChain(db),
})

import { auditActionLabel, changesText } from '@baiqicha/contract/desk/audit-fields'
import { sql } from 'kysely'
import { chinaDayEnd } from '../../domain/china-day.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/dialect.ts'
import type { OperatorAuditTable } from '../../platform/database/tables/operator-audit.ts'
import type { AppendOperatorAudit } from '../../platform/operator-audit.ts'
import { csvOf } from '../../platform/personal-data/csv.ts'
import { type ChainReport, verifyAuditChain } from './audit-chain.ts'

/** What a row must have; null: any. */
export type AuditFilters = {
  /** A name, or with the place of the action, as in `desk:演示甲`. */
  operator: string | null
  action: string | null
  subject: string | null
  /** First and last day in China, as in 2026-11-30. */
  from: string | null
  to: string | null
  /** Part of the subject, the reason or a changed field; without a first day in the last 30 days. */
  search: string | null
}
export type AuditQuery = AuditFilters & {
  /** Number of the last row of the page before; null: the first page. */
  before: number | null
}
/** Newest first. `next`: the number before which the next page begins; null: this is the last. */
export type AuditPage = { rows: OperatorAuditTable[]; next: number | null }

/** Reading of the audit of operators. */
export interface AuditLog {
  list(query: AuditQuery): Promise<AuditPage>
  /** The newest rows as CSV. The export is audited. */
  export(filters: AuditFilters, operator: string): Promise<{ csv: string; rows: number }>
  /** The newest row about a subject: who changed it last. */
  newestOf(subject: string): Promise<OperatorAuditTable | null>
  verify(): Promise<ChainReport>
}

const PAGE = 50
export const AUDIT_EXPORT_ROWS = 10_000
const DAY = 86_400_000
const SEARCHED_DAYS = 30
const CHINA_MS = 8 * 3_600_000

const secondOf = (at: number) => new Date(at + CHINA_MS).toISOString().slice(0, 19).replace('T', ' ')

type AuditLogDeps = { db: Database; clock: Clock; operatorAudit: AppendOperatorAudit }

export function createAuditLog({ db, clock, operatorAudit }: AuditLogDeps): AuditLog {
  const contains = (text: string) => {
    const columns = ['subject', 'reason', 'before', 'after'] as const
    const parts = columns.map((column) =>
      isPostgres(db)
        ? sql<boolean>`position(${text} in ${sql.ref(column)}) > 0`
        : sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`,
    )
    return sql<boolean>`(${sql.join(parts, sql` or `)})`
  }

  function rowsOf({ operator, action, subject, from, to, search }: AuditFilters) {
    let query = db.selectFrom('operator_audit').selectAll().where('number', 'is not', null)
    const places = operator?.includes(':') ? [''] : ['desk:', 'cli:', '']
    if (operator !== null)
      query = query.where(
        'operator',
        'in',
        places.map((place) => place + operator),
      )
    if (subject !== null) query = query.where('subject', '=', subject)
    if (action !== null) query = query.where(sql<boolean>`action = ${action}`)
    const end = from === null ? null : chinaDayEnd(from)
    const since = end !== null ? end - DAY : search === null ? null : clock.now() - SEARCHED_DAYS * DAY
    const until = to === null ? null : chinaDayEnd(to)
    if (since !== null) query = query.where('at', '>=', since)
    if (until !== null) query = query.where('at', '<', until)
    return search === null ? query : query.where(contains(search))
  }

  return {
    async list({ before, ...filters }) {
      const wanted = rowsOf(filters)
      const rows = await (before === null ? wanted : wanted.where('number', '<', before))
        .orderBy('number', 'desc')
        .limit(PAGE + 1)
        .execute()
      const page = rows.slice(0, PAGE)
      return { rows: page, next: rows.length > PAGE ? (page.at(-1)?.number ?? null) : null }
    },

    async export(filters, operator) {
      const rows = await rowsOf(filters).orderBy('number', 'desc').limit(AUDIT_EXPORT_ROWS).execute()
      const wanted = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null))
      await db.transaction().execute((tx) =>
        operatorAudit(tx, {
          operator,
          action: 'auditExported',
          subject: '-',
          before: null,
          after: { ...wanted, rows: rows.length },
          reason: null,
        }),
      )
      const csv = csvOf(
        rows.map((row) => ({
          行号: row.number,
          时间: secondOf(row.at),
          操作员: row.operator,
          来自: row.origin,
          操作: auditActionLabel(row.action),
          对象: row.subject,
          变化: changesText(row),
          之前: row.before,
          之后: row.after,
          理由: row.reason,
        })),
      )
      return { csv, rows: rows.length }
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
  }
}

import { SEARCHED_ROWS } from '@baiqicha/contract/desk/action'
import type { ParsedDeskInput } from '@baiqicha/contract/desk/actions'
import { auditActionLabel, changesText, type OperatorAction } from '@baiqicha/contract/desk/audit'
import { sql } from 'kysely'
import { type Clock, chinaDayEnd, DAY_MS, secondOf } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import type { OperatorAuditTable } from '../../platform/database/tables/operator.ts'
import type { AppendOperatorAudit } from '../../platform/operator-audit.ts'
import { csvOf } from '../../platform/personal-data/csv.ts'
import { type ChainReport, verifyAuditChain } from './audit-chain.ts'

export type AuditFilters = ParsedDeskInput<'audit export'>
/** Newest first. A search reads `SEARCHED_ROWS` rows for a page, which may have no match and a next one. */
type AuditPage = { rows: OperatorAuditTable[]; next: number | null }

/** Actions that change nothing of their subject. */
const views: readonly OperatorAction[] = ['evidenceShown', 'feedbackContactShown', 'userShown']
const PAGE = 50
export const AUDIT_EXPORT_ROWS = 10_000
const SEARCHED_DAYS = 30
/** Clocks of servers differ by less than this. */
const CLOCKS_DIFFER_MS = 3_600_000

type AuditLogDeps = { db: Database; clock: Clock; operatorAudit: AppendOperatorAudit }

/** Reading of the audit of operators. */
export function createAuditLog({ db, clock, operatorAudit }: AuditLogDeps) {
  const contains = (text: string) => {
    const columns = ['subject', 'reason', 'before', 'after'] as const
    const parts = columns.map((column) =>
      isPostgres(db)
        ? sql<boolean>`position(${text} in ${sql.ref(column)}) > 0`
        : sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`,
    )
    return sql<boolean>`(${sql.join(parts, sql` or `)})`
  }

  const matchesIn = (rows: ReturnType<typeof rowsOf>, search: string | null) =>
    db
      .selectFrom(rows.as('read'))
      .selectAll()
      .$if(search !== null, (query) => query.where(contains(search ?? '')))
      .orderBy('number', 'desc')

  /** Number of the row that is nearest to an instant on one side. */
  async function numberAt(side: '<' | '>=', at: number) {
    const row = await db
      .selectFrom('operator_audit')
      .select('number')
      .where('at', side, at)
      .where('number', 'is not', null)
      .orderBy('at', side === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst()
    return row?.number ?? null
  }

  /** Numbers between which the rows of days are. */
  async function rangeOf({ from, to, search }: AuditFilters) {
    const end = from === null ? null : chinaDayEnd(from)
    const since = end !== null ? end - DAY_MS : search === null ? null : clock.now() - SEARCHED_DAYS * DAY_MS
    const until = to === null ? null : chinaDayEnd(to)
    return {
      since,
      until,
      first: since === null ? null : await numberAt('<', since - CLOCKS_DIFFER_MS),
      last: until === null ? null : await numberAt('>=', until + CLOCKS_DIFFER_MS),
    }
  }

  /**
   * Rows without the text. The numbers follow the time but for the clocks of several servers: the range of numbers is read in the
   * order of the pages, whereas by the index of the time the database would sort all rows of the days.
   */
  function rowsOf(
    { operator, action, subject }: AuditFilters,
    { since, until, first, last }: Awaited<ReturnType<typeof rangeOf>>,
  ) {
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
    if (first !== null) query = query.where('number', '>', first)
    if (last !== null) query = query.where('number', '<', last)
    if (since !== null) query = query.where(sql<boolean>`at + 0 >= ${since}`)
    if (until !== null) query = query.where(sql<boolean>`at + 0 < ${until}`)
    return query.orderBy('number', 'desc')
  }

  return {
    async list({ before, ...filters }: ParsedDeskInput<'audit list'>): Promise<AuditPage> {
      const { search } = filters
      const wanted = rowsOf(filters, await rangeOf(filters))
      const read = before === null ? wanted : wanted.where('number', '<', before)
      const rows = await matchesIn(read.limit(search === null ? PAGE + 1 : SEARCHED_ROWS), search)
        .limit(PAGE + 1)
        .execute()
      const page = rows.slice(0, PAGE)
      if (rows.length > PAGE) return { rows: page, next: page.at(-1)?.number ?? null }
      if (search === null) return { rows: page, next: null }
      const unread = await read.offset(SEARCHED_ROWS).limit(1).executeTakeFirst()
      return { rows: page, next: unread === undefined ? null : (unread.number ?? 0) + 1 }
    },

    /** The newest rows as CSV. The export is audited. */
    async export(filters: AuditFilters, operator: string): Promise<{ csv: string; rows: number }> {
      const rows = await matchesIn(rowsOf(filters, await rangeOf(filters)), filters.search)
        .limit(AUDIT_EXPORT_ROWS)
        .execute()
      const wanted = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null))
      const after = { ...wanted, rows: rows.length }
      await db
        .transaction()
        .execute((tx) => operatorAudit(tx, { operator, action: 'auditExported', subject: '-', after }))
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

    /** The newest row about a subject that states a change: who changed it last. `actions`: only these; absent: any. */
    async newestOf(subject: string, actions?: readonly OperatorAction[]): Promise<OperatorAuditTable | null> {
      const row = await db
        .selectFrom('operator_audit')
        .selectAll()
        .where('subject', '=', subject)
        .where('action', 'not in', views)
        .$if(actions !== undefined, (query) => query.where('action', 'in', actions ?? []))
        .orderBy('at', 'desc')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ?? null
    },

    verify: (): Promise<ChainReport> => verifyAuditChain(db),
  }
}

import { SEARCHED_ROWS } from '@baiqicha/contract/desk/action'
import type { ParsedDeskInput } from '@baiqicha/contract/desk/actions'
import { auditActionLabel, changesText, type OperatorAction } from '@baiqicha/contract/desk/audit'
import { sql } from 'kysely'
import { type Clock, chinaDayEnd, DAY_MS, secondOf } from '../../domain/clock.ts'
import { type AppendOperatorAudit, auditHash, lockAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import type { OperatorAuditHeadTable, OperatorAuditTable } from '../../platform/database/tables/operator.ts'
import { csvOf } from '../../platform/personal-data/csv.ts'

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

/** What `audit verify` found. `number`: the first row that is wrong, or the last number when the chain is whole. */
export type ChainReport = {
  rows: number
  /** null: the chain is whole. */
  flaw: { type: 'changed' | 'missing' | 'unchained'; number: number } | null
}

const CHAIN_PAGE = 1_000

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
      .limit(CHAIN_PAGE)
      .execute()
    for (const row of page) {
      const flaw = flawAfter(previous, row)
      if (flaw !== null) return { rows, flaw }
      read = previous.number + 1
      previous = { number: read, hash: auditHash(row) }
      rows += 1
    }
    if (page.length < CHAIN_PAGE) break
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

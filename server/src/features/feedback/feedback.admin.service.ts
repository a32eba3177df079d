import { COUNTED_ROWS } from '@baiqicha/contract/desk/action'
import type { DeskOutput, ParsedDeskInput } from '@baiqicha/contract/desk/actions'
import type { OperatorAction } from '@baiqicha/contract/desk/audit'
import { type FeedbackKind, type FeedbackState, feedbackStates } from '@baiqicha/contract/feedback'
import { sql } from 'kysely'
import { type Clock, dayStart } from '../../domain/clock.ts'
import { parseFollowUpNumber } from '../../domain/follow-up-number.ts'
import { maskContactsIn, maskNumbersIn } from '../../domain/masking/masking.ts'
import type { Random } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { countRows, isPostgres } from '../../platform/database/portable-sql.ts'
import type { FeedbackTable } from '../../platform/database/tables/submission.ts'
import { findPictures } from '../../platform/uploads/upload.service.ts'
import {
  addEntry,
  findEntries,
  findFeedback,
  findLastEntry,
  firstWordsOf,
  lockFeedback,
  searchFeedback,
} from './feedback.repository.ts'
import { type FeedbackStateError, type FeedbackStep, stateAfter, WITHDRAWABLE_MS } from './feedback-state.rules.ts'

export type InboxPage = DeskOutput<'feedback list'>
type InboxItem = InboxPage['items'][number]
type InboxQuery = ParsedDeskInput<'feedback list'>
export type FeedbackCase = DeskOutput<'feedback show'>

export type FeedbackAdminError =
  | FeedbackStateError
  | { type: 'unknown' }
  | { type: 'noContact' }
  /** Another operator answered, or withdrew the newest answer, after the operator read the thread. */
  | { type: 'answered' }
  /** The sender wrote after the operator read the thread. */
  | { type: 'appended' }
  /** The whole contacts of a day are used up. */
  | { type: 'tooManyContacts' }

/** A step of an operator, as in `cli:zhang`. */
type OperatorStepOn = { number: string; operator: string }
type Stepped = Promise<Result<null, FeedbackAdminError>>

type FeedbackAdminDeps = { db: Database; clock: Clock; random: Random; operatorAudit: AppendOperatorAudit }

const INBOX_PAGE = 20
export const CONTACTS_PER_DAY = 20

const waiting: readonly FeedbackState[] = ['已提交', '处理中']
const contactMasked = ({ contact }: FeedbackTable) => (contact === null ? null : maskContactsIn(contact))

const inboxItemOf = (row: FeedbackTable): InboxItem => ({
  number: row.number,
  kind: row.kind,
  state: row.state,
  createdAt: row.created_at,
  excerpt: firstWordsOf(row.content),
  contactMasked: contactMasked(row),
})

/** Where a row is in the inbox. */
type Place = Pick<FeedbackTable, 'priority' | 'created_at' | 'number'>
const beforeAll: Place = { priority: 0, created_at: 0, number: '' }

const inInboxOrder = (left: FeedbackTable, right: FeedbackTable) =>
  left.priority - right.priority ||
  left.created_at - right.created_at ||
  (left.number < right.number ? -1 : Number(left.number > right.number))

type Change = OperatorStepOn & {
  step: Exclude<FeedbackStep, 'append' | 'withdraw'>
  action: OperatorAction
  reason?: string
  set?: Partial<FeedbackTable>
  /** Message to the sender. */
  text?: string
  readUntil?: number | null
}

/** What was written since an operator read the thread. */
async function writtenSince(tx: Database, row: FeedbackTable, readUntil: number): Stepped {
  const last = (await findEntries(tx, row)).at(-1)
  if (last === undefined || last.at === readUntil) return ok(null)
  return failed({ type: last.author === 'user' && last.at > readUntil ? 'appended' : 'answered' })
}

/** The operator's work on feedback. Each change and each whole contact is audited. */
export function createFeedbackAdmin({ db, clock, random, operatorAudit }: FeedbackAdminDeps) {
  /** The first rows of one state after a row. One range of an index, so that a large store does not slow the inbox. */
  async function rowsOfState(state: FeedbackState, kind: FeedbackKind | null, after: Place) {
    const { priority, created_at, number } = after
    const ofState = db.selectFrom('feedback').selectAll().where('state', '=', state)
    const ofKind = kind === null ? ofState : ofState.where('kind', '=', kind)
    // The index of a kind has no priority: a kind has only one.
    const ordered =
      kind === null
        ? ofKind
            .where((of) =>
              of(of.refTuple('priority', 'created_at', 'number'), '>', of.tuple(priority, created_at, number)),
            )
            .orderBy('priority')
        : ofKind.where((of) => of(of.refTuple('created_at', 'number'), '>', of.tuple(created_at, number)))
    return ordered
      .orderBy('created_at')
      .orderBy('number')
      .limit(INBOX_PAGE + 1)
      .execute()
  }

  function countOf(states: readonly FeedbackState[], kind: FeedbackKind | null) {
    const ofStates = db.selectFrom('feedback').select('number').where('state', 'in', states)
    const counted = kind === null ? ofStates : ofStates.where('kind', '=', kind)
    return countRows(db.selectFrom(counted.limit(COUNTED_ROWS + 1).as('counted')))
  }

  const change = ({ number, operator, step, action, reason, set, text, readUntil = null }: Change): Stepped =>
    db.transaction().execute(async (tx) => {
      const row = await lockFeedback(tx, number)
      if (row === undefined) return failed({ type: 'unknown' })
      const state = stateAfter(step, row.state)
      if (!state.ok) return state
      const isRead = readUntil === null ? ok(null) : await writtenSince(tx, row, readUntil)
      if (!isRead.ok) return isRead
      await tx
        .updateTable('feedback')
        .set({ ...set, state: state.value })
        .where('number', '=', number)
        .execute()
      if (text !== undefined) await addEntry(tx, random, row, { at: clock.now(), author: 'operator', content: text })
      await operatorAudit(tx, {
        operator,
        action,
        subject: number,
        before: { state: row.state },
        after: { state: state.value, text },
        reason: reason ?? null,
      })
      return ok(null)
    })

  async function withdrawableUntil({ number, state }: FeedbackTable): Promise<number | null> {
    const last = state === '已回复' ? await findLastEntry(db, number) : undefined
    const until = (last?.at ?? 0) + WITHDRAWABLE_MS
    return until > clock.now() ? until : null
  }

  async function searchPage({ kind, state, search, after }: InboxQuery & { search: string }): Promise<InboxPage> {
    const named = await findFeedback(db, parseFollowUpNumber(search))
    if (named !== undefined) return { items: [inboxItemOf(named)], total: null, next: null }
    const { rows, last } = await searchFeedback(db, {
      text: search,
      kind,
      states: state === null ? feedbackStates : [state],
      after: after === null ? undefined : await findFeedback(db, after),
      limit: INBOX_PAGE + 1,
    })
    const page = rows.slice(0, INBOX_PAGE)
    return {
      items: page.map(inboxItemOf),
      total: null,
      next: rows.length > INBOX_PAGE ? (page.at(-1)?.number ?? null) : last,
    }
  }

  return {
    /** A page of the inbox: requests about personal data first, then the oldest. An unknown `after`: the first page. */
    async list(query: InboxQuery): Promise<InboxPage> {
      const { kind, state, search, after: number } = query
      if (search !== null) return searchPage({ ...query, search })
      const states = state === null ? waiting : feedbackStates.filter((known) => known === state)
      const after = (number === null ? undefined : await findFeedback(db, number)) ?? beforeAll
      const found: FeedbackTable[] = []
      for (const one of states) found.push(...(await rowsOfState(one, kind, after)))
      const rows = found.toSorted(inInboxOrder)
      const page = rows.slice(0, INBOX_PAGE)
      return {
        items: page.map(inboxItemOf),
        total: await countOf(states, kind),
        next: rows.length > INBOX_PAGE ? (page.at(-1)?.number ?? null) : null,
      }
    },

    /** null for an unknown number. */
    async find(number: string): Promise<FeedbackCase | null> {
      const row = await findFeedback(db, number)
      if (row === undefined) return null
      const { kind, state, created_at: createdAt, user_id: userId, context } = row
      return {
        number,
        kind,
        state,
        createdAt,
        userId,
        context,
        contactMasked: contactMasked(row),
        entries: await findEntries(db, row),
        pictures: await findPictures(db, number),
        withdrawableUntil: await withdrawableUntil(row),
      }
    },

    /** The whole contact, at most 20 times a day for each operator. */
    showContact: ({
      number,
      operator,
      reason,
    }: OperatorStepOn & { reason: string }): Promise<Result<string, FeedbackAdminError>> =>
      db.transaction().execute(async (tx) => {
        // Two commands of one operator at once must not both show the last contact of the day. SQLite has one writer.
        if (isPostgres(tx))
          await sql`select pg_advisory_xact_lock(hashtext(${`feedback contact ${operator}`}))`.execute(tx)
        const row = await lockFeedback(tx, number)
        if (row === undefined) return failed({ type: 'unknown' })
        if (row.contact === null) return failed({ type: 'noContact' })
        const shownToday = tx
          .selectFrom('operator_audit')
          .where('operator', '=', operator)
          .where('action', '=', 'feedbackContactShown')
          .where('at', '>=', dayStart(clock.now()))
        if ((await countRows(shownToday)) >= CONTACTS_PER_DAY) return failed({ type: 'tooManyContacts' })
        await operatorAudit(tx, {
          operator,
          action: 'feedbackContactShown',
          subject: number,
          after: { contact: row.contact },
          reason,
        })
        return ok(row.contact)
      }),

    take: (step: OperatorStepOn): Stepped => change({ ...step, step: 'take', action: 'feedbackTaken' }),

    /** Answers the sender, who sees it as unread. `readUntil`: time of the newest entry that was read; absent: any. */
    answer: ({ text, ...step }: OperatorStepOn & { text: string; readUntil?: number | null }): Stepped =>
      change({
        ...step,
        step: 'answer',
        action: 'feedbackAnswered',
        text: maskNumbersIn(text),
        set: { answered_at: clock.now(), is_unread: 1 },
      }),

    /** Deletes the newest answer, within ten minutes, unless the sender wrote meanwhile. */
    withdraw: ({ number, operator }: OperatorStepOn): Stepped =>
      db.transaction().execute(async (tx) => {
        const row = await lockFeedback(tx, number)
        if (row === undefined) return failed({ type: 'unknown' })
        const state = stateAfter('withdraw', row.state)
        if (!state.ok) return state
        const last = await findLastEntry(tx, number)
        if (last === undefined || last.author !== 'operator' || last.at + WITHDRAWABLE_MS <= clock.now()) {
          return failed({ type: 'notWithdrawable' })
        }
        await tx.deleteFrom('feedback_entry').where('id', '=', last.id).execute()
        const before = (await findEntries(tx, row)).findLast(({ author }) => author === 'operator')
        await tx
          .updateTable('feedback')
          .set({ state: state.value, is_unread: 0, answered_at: before?.at ?? null })
          .where('number', '=', number)
          .execute()
        const states = { before: { state: row.state, text: last.content }, after: { state: state.value } }
        await operatorAudit(tx, { operator, action: 'feedbackWithdrawn', subject: number, ...states })
        return ok(null)
      }),

    close: (step: OperatorStepOn & { reason: string }): Stepped =>
      change({ ...step, step: 'close', action: 'feedbackClosed', set: { closed_at: clock.now() } }),

    reopen: (step: OperatorStepOn & { reason: string }): Stepped =>
      change({ ...step, step: 'reopen', action: 'feedbackReopened', set: { closed_at: null } }),
  }
}

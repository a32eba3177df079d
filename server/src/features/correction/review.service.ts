import { CORRECTION_DAYS, type CorrectionResult } from '@baiqicha/contract/correction'
import { COUNTED_ROWS } from '@baiqicha/contract/desk/action'
import type { DeskOutput, ParsedDeskInput } from '@baiqicha/contract/desk/actions'
import { type CorrectionDeskDetail, type CorrectionQueue, DUE_SOON_MS } from '@baiqicha/contract/desk/corrections'
import { sql } from 'kysely'
import { type Clock, DAY_MS } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit, Audit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, countRows } from '../../platform/database/portable-sql.ts'
import type { CorrectionTable } from '../../platform/database/tables/submission.ts'
import { findPictures } from '../../platform/uploads/upload.service.ts'
import { lockRecords, updateMarks } from '../../records/record-marks.ts'
import { addStep, findSteps, type Step } from './correction.repository.ts'
import { findSourceColumns } from './correction-subject.repository.ts'
import { publicText } from './submission.service.ts'
import { suppressRecord } from './suppression.service.ts'

export type OpenCorrection = CorrectionTable & { isOverdue: boolean }
/** Open corrections by due date, decided ones newest first. The numbers are counted up to `COUNTED_ROWS` and one more. */
type ReviewPage = Omit<DeskOutput<'corrections list'>, 'items'> & { items: OpenCorrection[] }

/** `columns`: also of a hidden record. */
export type CorrectionDetail = OpenCorrection &
  Pick<CorrectionDeskDetail, 'columns' | 'company' | 'evidence'> & { steps: Step[] }

export type Decision = {
  number: string
  result: CorrectionResult
  /** Shown publicly beside the record and in the status of the correction. */
  note: string | null
  /** Whether a shielded record stays hidden although it was confirmed. */
  staysHidden: boolean
  /** As in `cli:zhang`. */
  operator: string
}

export type ReviewError =
  | { type: 'unknown' }
  | { type: 'decided' }
  /** Only a record can be removed or stay hidden. */
  | { type: 'noRecord' }
  /** It is not decided. */
  | { type: 'open' }
  /** The person has another open objection to the same subject. */
  | { type: 'openAgain'; number: string }
  /** A result that leaves the record shown requires a note. */
  | { type: 'noNote' }

type FeedbackAdminDeps = {
  db: Database
  clock: Clock
  random: Random
  audit: Audit
  operatorAudit: AppendOperatorAudit
}

const OPERATOR = { address: '' }
const PAGE = 50

/** Written out: an index over one part of the rows is not used for a parameter. */
const isDecidedRow = sql<boolean>`state = '已办结'`
const isOpenRow = sql<boolean>`state <> '已办结'`

const findRow = (of: Database, number: string) =>
  of.selectFrom('correction').selectAll().where('number', '=', number).executeTakeFirst()

type Examination = { number: string; note: string | null; operator: string }
type Reopening = { number: string; reason: string; operator: string }

/** The operator's work on corrections. Each step is added to the public history and to the audit. */
export function createReviewService({ db, clock, random, audit, operatorAudit }: FeedbackAdminDeps) {
  const withOverdue = (row: CorrectionTable): OpenCorrection => ({
    ...row,
    isOverdue: row.state !== '已办结' && row.due_at < clock.now(),
  })

  const step = (tx: Database, number: string, label: string, note: string | null) =>
    addStep(tx, random, number, { at: clock.now(), label, note, actor: 'operator' })

  async function suppress(tx: Database, recordId: string, number: string) {
    const suppression = await suppressRecord(tx, { clock, random }, recordId, number)
    await audit(tx, 'suppressionAdded', { ...OPERATOR, subject: suppression })
    return suppression
  }

  function rowsIn(queue: CorrectionQueue) {
    const rows = db.selectFrom('correction').where(queue === 'decided' ? isDecidedRow : isOpenRow)
    if (queue === 'overdue') return rows.where('due_at', '<', clock.now())
    if (queue === 'soon')
      return rows.where('due_at', '>=', clock.now()).where('due_at', '<=', clock.now() + DUE_SOON_MS)
    return rows
  }

  function countOf(queue: CorrectionQueue) {
    const counted = rowsIn(queue)
      .select('number')
      .limit(COUNTED_ROWS + 1)
    return countRows(db.selectFrom(counted.as('counted')))
  }

  return {
    /** Undecided corrections, earliest due date first. */
    async listOpen(): Promise<OpenCorrection[]> {
      const rows = await rowsIn('open').selectAll().orderBy('due_at').orderBy('number').execute()
      return rows.map(withOverdue)
    },

    async page({ queue, after: number }: ParsedDeskInput<'corrections list'>): Promise<ReviewPage> {
      const after = number === null ? undefined : await findRow(db, number)
      const isDecided = queue === 'decided'
      // The first page has bounds too: with them SQLite reads the rows in the order of the page instead of sorting all.
      const [column, order] = isDecided ? (['decided_at', 'desc'] as const) : (['due_at', 'asc'] as const)
      const bound = after?.[column] ?? (isDecided ? Number.MAX_SAFE_INTEGER : 0)
      const rows = await rowsIn(queue)
        .where((of) => of(of.refTuple(column, 'number'), isDecided ? '<' : '>', of.tuple(bound, after?.number ?? '')))
        .selectAll()
        .orderBy(column, order)
        .orderBy('number', order)
        .limit(PAGE + 1)
        .execute()
      const items = rows.slice(0, PAGE).map(withOverdue)
      const [total, overdue, soon] = [await countOf(queue), await countOf('overdue'), await countOf('soon')]
      return { items, total, overdue, soon, next: rows.length > PAGE ? (items.at(-1)?.number ?? null) : null }
    },

    async find(number: string): Promise<CorrectionDetail | null> {
      const row = await findRow(db, number)
      if (row === undefined) return null
      const steps = await findSteps(db, [number])
      return {
        ...withOverdue(row),
        steps: steps.get(number) ?? [],
        columns: row.record_id === null ? null : await findSourceColumns(db, row.record_id),
        company: await findCompanyOf(db, row),
        evidence: await findPictures(db, number),
      }
    },

    examine: ({ number, note: text, operator }: Examination): Promise<Result<null, ReviewError>> =>
      db.transaction().execute(async (tx) => {
        const note = text === null ? null : publicText(text)
        const before = await findRow(tx, number)
        const changed = await tx
          .updateTable('correction')
          .set({ state: '核查中' })
          .where('number', '=', number)
          .where('state', '<>', '已办结')
          .$call(changesRow)
        if (!changed) return failed({ type: before === undefined ? 'unknown' : 'decided' })
        await step(tx, number, '核查中', note)
        await audit(tx, 'correctionExamined', { ...OPERATOR, subject: number })
        await operatorAudit(tx, {
          operator,
          action: 'correctionExamined',
          subject: number,
          before: { state: before?.state },
          after: { state: '核查中', note },
        })
        return ok(null)
      }),

    /** Closes the correction and removes the mark and the shield of its record, unless another correction is open. */
    async decide({ number, result, note: text, staysHidden, operator }: Decision): Promise<Result<null, ReviewError>> {
      const note = text === null ? null : publicText(text)
      const leavesRecordShown = result === '维持' || result === '无法确认'
      if (leavesRecordShown && note === null) return failed({ type: 'noNote' })
      const row = await findRow(db, number)
      if (row === undefined) return failed({ type: 'unknown' })
      const recordId = row.record_id
      const hidesRecord = result === '已移除' || staysHidden
      if (hidesRecord && recordId === null) return failed({ type: 'noRecord' })

      return db.transaction().execute(async (tx) => {
        const decided = await tx
          .updateTable('correction')
          .set({ state: '已办结', result, note, decided_at: clock.now() })
          .where('number', '=', number)
          .where('state', '<>', '已办结')
          .$call(changesRow)
        if (!decided) return failed({ type: 'decided' })
        await step(tx, number, '已办结', note)
        await audit(tx, 'correctionDecided', { ...OPERATOR, subject: number })
        if (recordId !== null) await lockRecords(tx, [recordId])
        const suppression = hidesRecord && recordId !== null ? await suppress(tx, recordId, number) : null
        if (recordId !== null) await updateMarks(tx, [recordId], clock.now())
        await operatorAudit(tx, {
          operator,
          action: 'correctionDecided',
          subject: number,
          before: { state: row.state, result: row.result },
          after: { state: '已办结', result, suppression },
          reason: note,
        })
        return ok(null)
      })
    },

    /** Undoes a decision, with the suppression that it caused: the record is marked again, and the due date begins anew. */
    reopen: ({ number, reason: text, operator }: Reopening): Promise<Result<null, ReviewError>> =>
      db.transaction().execute(async (tx) => {
        const reason = publicText(text)
        const row = await findRow(tx, number)
        if (row === undefined) return failed({ type: 'unknown' })
        if (row.state !== '已办结') return failed({ type: 'open' })
        const again = await findOpenAgain(tx, row)
        if (again !== undefined) return failed({ type: 'openAgain', number: again.number })
        const recordId = row.record_id
        if (recordId !== null) await lockRecords(tx, [recordId])
        const due_at = clock.now() + CORRECTION_DAYS * DAY_MS
        const reopened = await tx
          .updateTable('correction')
          .set({ state: '核查中', result: null, note: null, decided_at: null, due_at })
          .where('number', '=', number)
          .where('state', '=', '已办结')
          .$call(changesRow)
        if (!reopened) return failed({ type: 'open' })
        await step(tx, number, '重新核查', reason)
        await audit(tx, 'correctionReopened', { ...OPERATOR, subject: number })
        if (recordId !== null) {
          await tx.deleteFrom('suppression').where('record_id', '=', recordId).where('reason', '=', number).execute()
          await updateMarks(tx, [recordId], clock.now())
        }
        await operatorAudit(tx, {
          operator,
          action: 'correctionReopened',
          subject: number,
          before: { state: row.state, result: row.result, note: row.note },
          after: { state: '核查中', result: null },
          reason,
        })
        return ok(null)
      }),
  }
}

/** An open objection of the same person to the same subject, of which there is at most one. */
async function findOpenAgain(tx: Database, row: CorrectionTable) {
  const open = await tx
    .selectFrom('correction')
    .selectAll()
    .where('company_id', '=', row.company_id)
    .where('state', '<>', '已办结')
    .execute()
  const person = row.user_id ?? row.mobile
  return open.find(
    (other) =>
      person !== null &&
      (other.user_id ?? other.mobile) === person &&
      other.record_kind === row.record_kind &&
      other.record_id === row.record_id,
  )
}

const OTHERS_MAX = 5

async function findCompanyOf(
  db: Database,
  { company_id: id, number }: CorrectionTable,
): Promise<CorrectionDetail['company']> {
  const company = await db.selectFrom('company').select(['name', 'status']).where('id', '=', id).executeTakeFirst()
  if (company === undefined) return null
  const others = await db
    .selectFrom('correction')
    .select(['number', 'title', 'state', 'result'])
    .where('company_id', '=', id)
    .where('number', '<>', number)
    .orderBy('submitted_at', 'desc')
    .limit(OTHERS_MAX)
    .execute()
  return { ...company, others }
}

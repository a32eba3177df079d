import {
  CORRECTION_DAYS,
  type CorrectionReason,
  type CorrectionReceipt,
  type CorrectionSubject,
  correctionReasonLabel,
} from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { ParsedInput } from '@baiqicha/contract/routes'
import { type Clock, DAY_MS, isoOf } from '../../domain/clock.ts'
import { newFollowUpNumber } from '../../domain/follow-up-number.ts'
import { maskNumbersIn } from '../../domain/masking/masking.ts'
import type { Random } from '../../domain/random.ts'
import { withoutPersonalData } from '../../domain/records/dropped-text.ts'
import type { Audit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { findsRow } from '../../platform/database/portable-sql.ts'
import type { CorrectionTable } from '../../platform/database/tables/submission.ts'
import { orNotFound, Refusal } from '../../platform/http/refusal.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { UploadService } from '../../platform/uploads/upload.service.ts'
import { updateMarks } from '../../records/record-marks.ts'
import type { Applicant, ApplicantService } from './applicant.service.ts'
import { addStep, findSteps } from './correction.repository.ts'
import {
  type CorrectionSubjectRepository,
  type FoundSubject,
  type RequestedSubject,
  subjectTitleOf,
} from './correction-subject.repository.ts'

export type Submission = Omit<ParsedInput<'submitCorrection'>, 'contactToken'>

type SubmissionDeps = {
  db: Database
  clock: Clock
  random: Random
  limiter: Limiter
  applicants: Pick<ApplicantService, 'ownerOf'>
  subjects: CorrectionSubjectRepository
  uploads: Pick<UploadService, 'use' | 'areUsedBy'>
  audit: Audit
}

/** Label of a step by which the applicant adds to an open correction. */
const ADDITION = '补充说明'
const PRIVACY: CorrectionReason = '涉及个人隐私'

/** The note of an addition, which its applicant sees. */
const additionNote = (reason: CorrectionReason) => `错误类型：${correctionReasonLabel(reason)}`

type ReceiptRow = Pick<CorrectionTable, 'number' | 'due_at' | 'is_shielding' | 'record_id'>
/** `isNew`: false for a repetition. */
type Accepted = { receipt: CorrectionReceipt; isNew: boolean }

/** False once a privacy claim about the record was examined and rejected. */
async function mayShield(tx: Database, recordId: string) {
  return !(await tx
    .selectFrom('correction')
    .innerJoin('correction_step', 'correction_step.correction_number', 'correction.number')
    .where('correction.record_id', '=', recordId)
    .where('correction.result', '=', '维持')
    .where('correction_step.reason', '=', PRIVACY)
    .$call(findsRow))
}

export function createSubmissionService(deps: SubmissionDeps) {
  const { db, clock, random, limiter, applicants, subjects, uploads, audit } = deps

  function findOpen(
    { userId, mobile }: Applicant,
    { companyId, recordKind, recordId }: RequestedSubject,
    of: Database = db,
  ) {
    const ofPerson = of.selectFrom('correction').selectAll().where('state', '<>', '已办结')
    const mine = userId === null ? ofPerson.where('mobile', '=', mobile) : ofPerson.where('user_id', '=', userId)
    const ofCompany = mine.where('company_id', '=', companyId)
    if (recordId !== undefined) return ofCompany.where('record_id', '=', recordId).executeTakeFirst()
    const whole = ofCompany.where('record_id', 'is', null)
    return recordKind === undefined
      ? whole.where('record_kind', 'is', null).executeTakeFirst()
      : whole.where('record_kind', '=', recordKind).executeTakeFirst()
  }

  const auditSubmission = (tx: Database, { userId, mobile }: Applicant, address: string, number: string) =>
    audit(tx, 'correctionSubmitted', { ...(userId === null ? { mobile } : { userId }), address, subject: number })

  /** null: the applicant has an open correction of the subject. */
  async function store(applicant: Applicant, submission: Submission, found: FoundSubject, address: string) {
    const { record } = found
    const submitted = storedTexts(submission)
    return db.transaction().execute(async (tx): Promise<Accepted | null> => {
      const now = clock.now()
      const shields = record !== null && submission.reason === PRIVACY && (await mayShield(tx, record.id))
      const stored = await tx
        .insertInto('correction')
        .values({
          ...submitted,
          number: newFollowUpNumber('JC', random, now),
          company_id: found.company.id,
          record_kind: found.kind?.key ?? null,
          record_id: record?.id ?? null,
          title: subjectTitleOf(found),
          company_name: found.company.name,
          user_id: applicant.userId,
          mobile: applicant.mobile,
          state: '已受理',
          result: null,
          note: null,
          is_shielding: shields ? 1 : 0,
          submitted_at: now,
          due_at: now + CORRECTION_DAYS * DAY_MS,
          decided_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (stored === undefined) return null
      const { number } = stored
      if (!(await uploads.use(tx, applicants.ownerOf(applicant), submission.evidence, number))) throw evidenceExpired()
      await addStep(tx, random, number, { ...submitted, at: now, label: '已受理', note: null, actor: 'applicant' })
      await auditSubmission(tx, applicant, address, number)
      if (record !== null) await updateMarks(tx, [record.id], now)
      return { receipt: receiptOf(stored, false), isNew: true }
    })
  }

  /** Receipt of the same submission, if the open correction contains it. */
  async function findRepeated(of: Database, open: CorrectionTable, submission: Submission): Promise<Accepted | null> {
    if (!(await uploads.areUsedBy(of, submission.evidence, open.number))) return null
    const { reason, content, statement, claimant } = storedTexts(submission)
    const submitted = (await findSteps(of, [open.number])).get(open.number)?.filter((step) => step.content !== null)
    const at = submitted?.findIndex(
      (step) =>
        step.reason === reason &&
        step.content === content &&
        step.statement === statement &&
        step.claimant === claimant,
    )
    return at === undefined || at < 0 ? null : { receipt: receiptOf(open, at > 0), isNew: false }
  }

  /** Locks the open correction, so that concurrent additions wait for each other. */
  async function lockOpen(tx: Database, applicant: Applicant, submission: Submission) {
    const known = await findOpen(applicant, submission, tx)
    if (known === undefined) return undefined
    return tx
      .updateTable('correction')
      .set((correction) => ({ state: correction.ref('state') }))
      .where('number', '=', known.number)
      .where('state', '<>', '已办结')
      .returningAll()
      .executeTakeFirst()
  }

  /** Adds the submission to the open correction; null: none is open. */
  async function extend(applicant: Applicant, submission: Submission, address: string) {
    return db.transaction().execute(async (tx): Promise<Accepted | null> => {
      const now = clock.now()
      const open = await lockOpen(tx, applicant, submission)
      if (open === undefined) return null
      const repeated = await findRepeated(tx, open, submission)
      if (repeated !== null) return repeated
      const { number, record_id: recordId } = open
      if (!(await uploads.use(tx, applicants.ownerOf(applicant), submission.evidence, number))) throw evidenceExpired()
      const submitted = storedTexts(submission)
      const note = additionNote(submission.reason)
      await addStep(tx, random, number, { ...submitted, at: now, label: ADDITION, note, actor: 'applicant' })
      const shields = recordId !== null && submission.reason === PRIVACY && (await mayShield(tx, recordId))
      const row = await tx
        .updateTable('correction')
        .set({
          is_shielding: shields ? 1 : open.is_shielding,
          statement: submitted.statement === '' ? open.statement : submitted.statement,
        })
        .where('number', '=', number)
        .returningAll()
        .executeTakeFirstOrThrow()
      await auditSubmission(tx, applicant, address, number)
      if (recordId !== null) await updateMarks(tx, [recordId], now)
      return { receipt: receiptOf(row, true), isNew: true }
    })
  }

  async function storeNew(applicant: Applicant, submission: Submission, address: string) {
    const found = orNotFound(await subjects.find(submission), '未找到该企业或记录')
    return store(applicant, submission, found, address)
  }

  return {
    /** The open correction of a user about a subject; null: none. */
    async findOpen(userId: string, subject: RequestedSubject): Promise<CorrectionSubject['open']> {
      const open = await findOpen({ userId, mobile: null }, subject)
      return open === undefined ? null : { number: open.number, state: open.state }
    },

    /**
     * Stores a correction and marks or shields its record in one transaction. While the applicant has an open correction
     * of the subject, the submission becomes a step of it; a repetition changes nothing. @throws Refusal
     */
    async submit(applicant: Applicant, submission: Submission, address: string): Promise<CorrectionReceipt> {
      const open = await findOpen(applicant, submission)
      const repeated = open === undefined ? null : await findRepeated(db, open, submission)
      if (repeated !== null) return repeated.receipt
      const taken = await takeOrRefuse(limiter, [
        { limit: 'correctionsPerPerson', subject: applicants.ownerOf(applicant) },
      ])
      let isNew = false
      try {
        const accepted =
          (await extend(applicant, submission, address)) ??
          (await storeNew(applicant, submission, address)) ??
          // A concurrent submission was stored first.
          (await extend(applicant, submission, address))
        if (accepted === null) throw new Error('the conflicting correction was not found')
        isNew = accepted.isNew
        return accepted.receipt
      } finally {
        if (!isNew) await limiter.giveBack(taken)
      }
    },
  }
}
export type SubmissionService = ReturnType<typeof createSubmissionService>

/**
 * Texts of a submission as they are stored. The content for the operator loses only identity and phone numbers; the
 * public statement loses all personal data.
 */
const storedTexts = ({ reason, content, statement, claimant }: Submission) => ({
  reason,
  content: maskNumbersIn(content),
  statement: publicText(statement),
  claimant,
})

/** Text that is shown publicly beside the record, without personal data. */
export const publicText = (text: string) => maskNumbersIn(withoutPersonalData(text))

const evidenceExpired = () => new Refusal({ code: resultCode.pictureUnfit, message: '证据图片已失效，请重新上传' })

const effectOf = ({ record_id, is_shielding }: ReceiptRow): CorrectionReceipt['effect'] => {
  if (record_id === null) return 'none'
  return is_shielding === 1 ? 'shielded' : 'marked'
}

const receiptOf = (row: ReceiptRow, isAddition: boolean): CorrectionReceipt => ({
  number: row.number,
  dueAt: isoOf(row.due_at),
  effect: effectOf(row),
  isAddition,
})

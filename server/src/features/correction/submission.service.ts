import { CORRECTION_DAYS, type CorrectionReason, type CorrectionReceipt } from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { withoutPersonalData } from '../../domain/records/dropped-text.ts'
import { maskNumbersIn } from '../../domain/records/masked-numbers.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CorrectionTable } from '../../platform/database/tables/correction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { UploadService } from '../../platform/uploads/upload.service.ts'
import { updateMarks } from '../../records/record-marks.ts'
import type { Applicant, ApplicantService } from './applicant.service.ts'
import { addStep } from './correction.repository.ts'
import { newCorrectionNumber } from './correction-number.rules.ts'
import { titleOf } from './correction-subject.presenter.ts'
import type { CorrectionSubjectRepository, FoundSubject, RequestedSubject } from './correction-subject.repository.ts'

export type Submission = RequestedSubject & {
  reason: CorrectionReason
  content: string
  statement: string
  claimant: string
  /** Ids of the pictures. */
  evidence: readonly string[]
}

export interface SubmissionService {
  /**
   * Stores a correction and marks or shields its record in one transaction. Repeating an open correction returns the
   * receipt of the first. @throws Refusal
   */
  submit(applicant: Applicant, submission: Submission, address: string): Promise<CorrectionReceipt>
}

/** Writes an audit event about a correction. */
export type CorrectionAudit<Kind extends string> = (
  tx: Database,
  kind: Kind,
  who: { userId?: string; mobile?: string; address: string; subject: string },
) => Promise<void>

type SubmissionDeps = {
  db: Database
  clock: Clock
  random: Random
  limiter: Limiter
  applicants: Pick<ApplicantService, 'ownerOf'>
  subjects: CorrectionSubjectRepository
  uploads: Pick<UploadService, 'use'>
  audit: CorrectionAudit<'correctionSubmitted'>
}

const DAY = 86_400_000
const PRIVACY: CorrectionReason = '涉及个人隐私'

type ReceiptRow = Pick<CorrectionTable, 'number' | 'due_at' | 'is_shielding' | 'record_id'>
const receiptColumns = ['number', 'due_at', 'is_shielding', 'record_id'] as const

/** False once a privacy claim about the record was examined and rejected. */
async function mayShield(tx: Database, recordId: string) {
  const examined = await tx
    .selectFrom('correction')
    .select('number')
    .where('record_id', '=', recordId)
    .where('reason', '=', PRIVACY)
    .where('result', '=', '维持')
    .executeTakeFirst()
  return examined === undefined
}

export function createSubmissionService(deps: SubmissionDeps): SubmissionService {
  const { db, clock, random, limiter, applicants, subjects, uploads, audit } = deps

  function findOpen({ userId, mobile }: Applicant, { companyId, recordKind, recordId }: RequestedSubject) {
    const ofPerson = db.selectFrom('correction').select(receiptColumns).where('state', '<>', '已办结')
    const mine = userId === null ? ofPerson.where('mobile', '=', mobile) : ofPerson.where('user_id', '=', userId)
    const ofCompany = mine.where('company_id', '=', companyId)
    if (recordId !== undefined) return ofCompany.where('record_id', '=', recordId).executeTakeFirst()
    const whole = ofCompany.where('record_id', 'is', null)
    return recordKind === undefined
      ? whole.where('record_kind', 'is', null).executeTakeFirst()
      : whole.where('record_kind', '=', recordKind).executeTakeFirst()
  }

  async function store(applicant: Applicant, submission: Submission, found: FoundSubject, address: string) {
    const { record } = found
    const { reason, content, statement, claimant } = submission
    return db.transaction().execute(async (tx): Promise<ReceiptRow | null> => {
      const now = clock.now()
      const shields = record !== null && reason === PRIVACY && (await mayShield(tx, record.id))
      const stored = await tx
        .insertInto('correction')
        .values({
          number: newCorrectionNumber(random, now),
          company_id: found.company.id,
          record_kind: found.kind?.key ?? null,
          record_id: record?.id ?? null,
          title: titleOf(found),
          company_name: found.company.name,
          reason,
          // The content for the operator loses only identity and phone numbers; the public statement loses all personal
          // data.
          content: maskNumbersIn(content),
          statement: publicText(statement),
          claimant,
          user_id: applicant.userId,
          mobile: applicant.mobile,
          state: '已受理',
          result: null,
          note: null,
          is_shielding: shields ? 1 : 0,
          submitted_at: now,
          due_at: now + CORRECTION_DAYS * DAY,
          decided_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(receiptColumns)
        .executeTakeFirst()
      if (stored === undefined) return null
      const { number } = stored
      if (!(await uploads.use(tx, applicants.ownerOf(applicant), submission.evidence, number))) throw evidenceExpired()
      await addStep(tx, random, number, { at: now, label: '已受理', note: null, actor: 'applicant' })
      const who = applicant.userId === null ? { mobile: applicant.mobile } : { userId: applicant.userId }
      await audit(tx, 'correctionSubmitted', { ...who, address, subject: number })
      if (record !== null) await updateMarks(tx, [record.id], now)
      return stored
    })
  }

  return {
    async submit(applicant, submission, address) {
      const before = await findOpen(applicant, submission)
      if (before !== undefined) return receiptOf(before)
      const found = await subjects.find(submission)
      if (found === null) throw new Refusal({ code: resultCode.notFound, message: '未找到该企业或记录' })
      const taken = await limiter.take([{ limit: 'correctionsPerPerson', subject: applicants.ownerOf(applicant) }])
      if (!taken.ok) throw limitRefusal(taken.error)
      let isNew = false
      try {
        const stored = await store(applicant, submission, found, address)
        isNew = stored !== null
        // A concurrent submission of the same correction was stored first; its receipt counts.
        const receipt = stored ?? (await findOpen(applicant, submission))
        if (receipt === undefined) throw new Error('the conflicting correction was not found')
        return receiptOf(receipt)
      } finally {
        if (!isNew) await limiter.giveBack(taken.value)
      }
    },
  }
}

/** Text that is shown publicly beside the record, without personal data. */
export const publicText = (text: string) => maskNumbersIn(withoutPersonalData(text))

const evidenceExpired = () => new Refusal({ code: resultCode.pictureUnfit, message: '证据图片已失效，请重新上传' })

const effectOf = ({ record_id, is_shielding }: ReceiptRow): CorrectionReceipt['effect'] => {
  if (record_id === null) return 'none'
  return is_shielding === 1 ? 'shielded' : 'marked'
}

const receiptOf = (row: ReceiptRow): CorrectionReceipt => ({
  number: row.number,
  dueAt: new Date(row.due_at).toISOString(),
  effect: effectOf(row),
})

import { parseFollowUpNumber } from '../../domain/follow-up-number.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { orNotFound } from '../../platform/http/refusal.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { ApplicantService } from './applicant.service.ts'
import type { CorrectionRepository, UpdateRequestRepository } from './correction.repository.ts'
import { type CorrectionSubjectRepository, describeSubject } from './correction-subject.repository.ts'
import type { SubmissionService } from './submission.service.ts'

type CorrectionDeps = {
  applicants: ApplicantService
  corrections: CorrectionRepository
  limiter: Limiter
  subjects: CorrectionSubjectRepository
  submissions: SubmissionService
  updateRequests: UpdateRequestRepository
}

export function correctionHandlers(deps: CorrectionDeps) {
  const { applicants, corrections, limiter, subjects, submissions, updateRequests } = deps
  return {
    async correctionSubject({ input, session }) {
      const found = orNotFound(await subjects.find(input), '未找到该企业或记录')
      const open = session === null ? null : await submissions.findOpen(session.userId, input)
      return describeSubject(found, { isVisitor: session === null, open })
    },

    proveContact: ({ input, address }) => applicants.prove(input.mobile, input.smsCode, address),

    async submitCorrection({ input, session, address }) {
      const { contactToken, ...submission } = input
      return submissions.submit(await applicants.require(session, contactToken), submission, address)
    },

    async correctionStatus({ input, address }) {
      await takeOrRefuse(limiter, [{ limit: 'correctionLooksPerAddress', subject: address }])
      return orNotFound(await corrections.findStatus(parseFollowUpNumber(input.number)), '未找到该编号，请核对后重试')
    },

    correctionList: ({ session }) => corrections.listOf(session.userId),

    async requestUpdate({ session, input }) {
      orNotFound(await subjects.find(input))
      return { updateRequests: await updateRequests.add(session.userId, input.companyId) }
    },
  } satisfies Partial<Handlers>
}

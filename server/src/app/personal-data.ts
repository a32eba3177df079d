import type { MembershipRules } from '../domain/account/membership-rules.ts'
import type { Clock } from '../domain/clock.ts'
import { accountPersonalData } from '../features/account/account.personal-data.ts'
import { alertPersonalData } from '../features/alerts/alerts.personal-data.ts'
import { assistantPersonalData } from '../features/assistant/assistant.personal-data.ts'
import { batchPersonalData } from '../features/batch/batch.personal-data.ts'
import { companyPersonalData } from '../features/company/company.personal-data.ts'
import { correctionPersonalData } from '../features/correction/correction.personal-data.ts'
import { feedbackPersonalData } from '../features/feedback/feedback.personal-data.ts'
import { followPersonalData } from '../features/follow/follow.personal-data.ts'
import { historyPersonalData } from '../features/history/history.personal-data.ts'
import { hiddenNumberPersonalData, leadsPersonalData } from '../features/leads/leads.personal-data.ts'
import { membershipPersonalData } from '../features/membership/membership.personal-data.ts'
import { officialCheckPersonalData } from '../features/official-check/official-check.personal-data.ts'
import { companyReportPersonalData } from '../features/report/report.personal-data.ts'
import { trackingPersonalData } from '../features/tracking/tracking.personal-data.ts'
import { wechatPersonalData } from '../features/wechat/wechat.personal-data.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'

/** Register of personal data: export and erasure of an account run from it, in this order. */
export const createPersonalDataRegister = (deps: { clock: Clock; rules: () => MembershipRules }): PersonalData[] => [
  ...accountPersonalData(deps.clock),
  ...membershipPersonalData(deps.rules),
  ...historyPersonalData,
  ...followPersonalData,
  ...alertPersonalData,
  ...officialCheckPersonalData,
  ...correctionPersonalData,
  ...feedbackPersonalData,
  ...companyPersonalData,
  ...hiddenNumberPersonalData,
  ...leadsPersonalData,
  ...companyReportPersonalData,
  ...wechatPersonalData,
  ...trackingPersonalData,
  ...assistantPersonalData(deps.clock),
  ...batchPersonalData,
]

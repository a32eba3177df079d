import {
  accountHandlers,
  apiKeyHandlers,
  consentHandlers,
  deactivationHandlers,
  sessionHandlers,
  ticketHandlers,
} from '../features/account/account.routes.ts'
import { credentialHandlers, requireAgreement } from '../features/account/credential.routes.ts'
import { agreementHandlers } from '../features/agreements/agreements.routes.ts'
import { alertHandlers } from '../features/alerts/alerts.routes.ts'
import { type AssistantRouteDeps, assistantHandlers } from '../features/assistant/assistant.routes.ts'
import { batchHandlers } from '../features/batch/batch.routes.ts'
import { companyHandlers, newestCompaniesHandlers } from '../features/company/company.routes.ts'
import { contentHandlers } from '../features/content/content.routes.ts'
import { correctionHandlers } from '../features/correction/correction.routes.ts'
import { feedbackHandlers } from '../features/feedback/feedback.routes.ts'
import { followHandlers } from '../features/follow/follow.routes.ts'
import { historyHandlers } from '../features/history/history.routes.ts'
import { hiddenNumberHandlers, leadHandlers } from '../features/leads/leads.routes.ts'
import { membershipHandlers } from '../features/membership/membership.routes.ts'
import { officialCheckHandlers } from '../features/official-check/official-check.routes.ts'
import { ownershipHandlers } from '../features/ownership/ownership.routes.ts'
import { peopleHandlers } from '../features/people/people.routes.ts'
import { perspectiveHandlers } from '../features/perspective/perspective.routes.ts'
import { profileHandlers } from '../features/profile/profile.routes.ts'
import { recordHandlers } from '../features/records/records.routes.ts'
import { companyReportHandlers } from '../features/report/report.routes.ts'
import type { ClientReports } from '../features/tracking/client-reports.ts'
import { type Tracking, trackingHandlers } from '../features/tracking/tracking.routes.ts'
import { wechatHandlers } from '../features/wechat/wechat.routes.ts'
import type { Handlers } from '../platform/http/handler.ts'
import type { AppDeps } from './deps.ts'
import type { Services } from './services.ts'

/** All handlers by route key. */
export function createHandlers(
  deps: AppDeps,
  services: Services & { tracking: Tracking; clientReports: ClientReports; assistant: AssistantRouteDeps },
): Handlers {
  const findAgreementVersion = async () => (await deps.findAgreements()).agreementVersion
  const all = { ...deps, ...services, limiter: services.credentialLimiter, findAgreementVersion }
  return {
    ...contentHandlers(all),
    about: () => services.findAbout(),
    ...newestCompaniesHandlers(all),
    ...companyHandlers({
      ...all,
      searches: services.companySearch,
      riskSearches: services.riskSearch,
      filterOptions: {
        regions: deps.reference.regions.choices(),
        industries: deps.reference.industries.choices(),
      },
    }),
    ...recordHandlers(services.records),
    ...ownershipHandlers(all),
    ...companyReportHandlers(services.reports),
    ...perspectiveHandlers(all),
    ...officialCheckHandlers({ ...all, checks: services.officialChecks, addresses: deps.config.officialSites }),
    ...correctionHandlers({ ...all, subjects: services.correctionSubjects }),
    ...feedbackHandlers(services.feedback),
    ...historyHandlers(all),
    ...accountHandlers(all),
    ...credentialHandlers(all),
    ...sessionHandlers(all),
    ...apiKeyHandlers(services.apiKeys),
    ...ticketHandlers(services.tickets),
    ...deactivationHandlers(services.deactivations),
    ...consentHandlers(all),
    ...membershipHandlers({ ...all, findRules: () => services.membershipRules.find() }),
    ...profileHandlers(services.profiles),
    ...agreementHandlers(deps.findAgreements),
    ...leadHandlers(services.leads),
    ...hiddenNumberHandlers(services.hiddenNumbers),
    ...peopleHandlers(all),
    ...followHandlers(services.follows),
    ...alertHandlers(services.alerts),
    ...wechatHandlers({
      logins: services.wechatLogins,
      signJsConfig: services.signJsConfig,
      requireAgreement: async (agreed) => requireAgreement(agreed, await findAgreementVersion()),
    }),
    ...assistantHandlers(services.assistant),
    ...batchHandlers(services.batches),
    ...trackingHandlers(all),
  }
}

import type { routes } from '../routes/index.ts'
import { accountDocs } from './account.ts'
import { agreementDocs } from './agreement.ts'
import { alertDocs } from './alerts.ts'
import { apiKeyDocs } from './api-keys.ts'
import { assistantDocs } from './assistant.ts'
import { batchDocs } from './batch.ts'
import { companyDocs } from './company.ts'
import { comparisonDocs } from './comparison.ts'
import { contentDocs } from './content.ts'
import { correctionDocs } from './correction.ts'
import { feedbackDocs } from './feedback.ts'
import { followDocs } from './follow.ts'
import { historyDocs } from './history.ts'
import { homeDocs } from './home.ts'
import { leadDocs } from './leads.ts'
import { membershipDocs } from './membership.ts'
import { officialCheckDocs } from './official-check.ts'
import { ownershipDocs } from './ownership.ts'
import { peopleDocs } from './people.ts'
import { perspectiveDocs } from './perspective.ts'
import { recordDocs } from './record.ts'
import { relationDocs } from './relation.ts'
import { companyReportDocs } from './report.ts'
import type { RouteDocs } from './route-docs.ts'
import { trackingDocs } from './tracking.ts'
import { wechatDocs } from './wechat.ts'

/** Summary and examples of every call. */
export const routeDocs: RouteDocs<typeof routes> = {
  ...homeDocs,
  ...contentDocs,
  ...historyDocs,
  ...accountDocs,
  ...apiKeyDocs,
  ...membershipDocs,
  ...agreementDocs,
  ...companyDocs,
  ...perspectiveDocs,
  ...comparisonDocs,
  ...ownershipDocs,
  ...relationDocs,
  ...companyReportDocs,
  ...officialCheckDocs,
  ...recordDocs,
  ...correctionDocs,
  ...feedbackDocs,
  ...leadDocs,
  ...peopleDocs,
  ...followDocs,
  ...alertDocs,
  ...wechatDocs,
  ...trackingDocs,
  ...assistantDocs,
  ...batchDocs,
}

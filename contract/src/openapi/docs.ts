import { accountDocs } from '../routes/account.ts'
import { agreementDocs } from '../routes/agreement.ts'
import { alertDocs } from '../routes/alerts.ts'
import { apiKeyDocs } from '../routes/api-keys.ts'
import { assistantDocs } from '../routes/assistant.ts'
import { batchDocs } from '../routes/batch.ts'
import { companyDocs } from '../routes/company.ts'
import { comparisonDocs } from '../routes/comparison.ts'
import { contentDocs } from '../routes/content.ts'
import { correctionDocs } from '../routes/correction.ts'
import { feedbackDocs } from '../routes/feedback.ts'
import { followDocs } from '../routes/follow.ts'
import { historyDocs } from '../routes/history.ts'
import { homeDocs } from '../routes/home.ts'
import type { routes } from '../routes/index.ts'
import { leadDocs } from '../routes/leads.ts'
import { membershipDocs } from '../routes/membership.ts'
import { officialCheckDocs } from '../routes/official-check.ts'
import { ownershipDocs } from '../routes/ownership.ts'
import { peopleDocs } from '../routes/people.ts'
import { perspectiveDocs } from '../routes/perspective.ts'
import { recordDocs } from '../routes/record.ts'
import { relationDocs } from '../routes/relation.ts'
import { companyReportDocs } from '../routes/report.ts'
import type { RouteDocs } from '../routes/route.ts'
import { trackingDocs } from '../routes/tracking.ts'
import { wechatDocs } from '../routes/wechat.ts'

/** Summary and examples of every call. */
export const routeDocs: RouteDocs<typeof routes> = {
  ...homeDocs(),
  ...contentDocs(),
  ...historyDocs(),
  ...accountDocs(),
  ...apiKeyDocs(),
  ...membershipDocs(),
  ...agreementDocs(),
  ...companyDocs(),
  ...perspectiveDocs(),
  ...comparisonDocs(),
  ...ownershipDocs(),
  ...relationDocs(),
  ...companyReportDocs(),
  ...officialCheckDocs(),
  ...recordDocs(),
  ...correctionDocs(),
  ...feedbackDocs(),
  ...leadDocs(),
  ...peopleDocs(),
  ...followDocs(),
  ...alertDocs(),
  ...wechatDocs(),
  ...trackingDocs(),
  ...assistantDocs(),
  ...batchDocs(),
}

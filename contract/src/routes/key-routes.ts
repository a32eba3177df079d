import { detailKindKeys, listedKindKeys } from '../records/kind-table.ts'
import type { RouteKey } from './index.ts'

/**
 * Calls that take an API key in place of a session: those that read companies and records. No call of an account is among
 * them, nor contacts, persons, or anything that a user stores.
 */
export const keyRouteKeys: readonly RouteKey[] = [
  'companySearch',
  'companySuggest',
  'riskSearch',
  'companyDetail',
  'businessInfo',
  'companyPerspective',
  'companyComparison',
  'latestRecord',
  'riskTimeline',
  'caseList',
  'ownershipTree',
  'ultimateHolders',
  'companyGroup',
  ...listedKindKeys.map((kind) => `${kind}List` as const),
  ...detailKindKeys.map((kind) => `${kind}Detail` as const),
]

import type * as z from 'zod/mini'
import { keysOf } from '../keys-of.ts'
import { detailKindKeys, listedKindKeys } from '../records/kind-table.ts'
import { accountRoutes, EXPORT_DATA_PATH } from './account.ts'
import { agreementRoutes } from './agreement.ts'
import { alertRoutes } from './alerts.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { ASK_PATH, assistantRoutes } from './assistant.ts'
import { BATCH_FILE_PATH, batchRoutes, CREATE_BATCH_PATH } from './batch.ts'
import { companyRoutes } from './company.ts'
import { contentRoutes } from './content.ts'
import { correctionRoutes, UPLOAD_IMAGE_PATH } from './correction.ts'
import { feedbackRoutes } from './feedback.ts'
import { followRoutes } from './follow.ts'
import { historyRoutes } from './history.ts'
import { homeRoutes } from './home.ts'
import { LEAD_EXPORT_PATH, leadRoutes } from './leads.ts'
import { membershipRoutes } from './membership.ts'
import { officialCheckRoutes } from './official-check.ts'
import { ownershipRoutes, relationRoutes } from './ownership.ts'
import { peopleRoutes } from './people.ts'
import { comparisonRoutes, perspectiveRoutes } from './perspective.ts'
import { recordRoutes } from './record.ts'
import { companyReportRoutes, REPORT_FILE_PATH } from './report.ts'
import { sessionRoutes } from './session.ts'
import { trackingRoutes } from './tracking.ts'
import { wechatRoutes } from './wechat.ts'

export { type Access, API_BASE, LOCKED_HEADER, type LoadClass, loadClasses, type Route, TOKEN_HEADER } from './route.ts'

/**
 * Table of every call. The server refuses to start when a call has no handler or a handler no call. A page imports the
 * table of its own feature, so that it loads no other schemas.
 */
export const routes = {
  ...homeRoutes,
  ...contentRoutes,
  ...historyRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...apiKeyRoutes,
  ...membershipRoutes,
  ...agreementRoutes,
  ...companyRoutes,
  ...perspectiveRoutes,
  ...comparisonRoutes,
  ...ownershipRoutes,
  ...relationRoutes,
  ...companyReportRoutes,
  ...officialCheckRoutes,
  ...recordRoutes,
  ...correctionRoutes,
  ...feedbackRoutes,
  ...leadRoutes,
  ...peopleRoutes,
  ...followRoutes,
  ...alertRoutes,
  ...wechatRoutes,
  ...trackingRoutes,
  ...assistantRoutes,
  ...batchRoutes,
} as const

/** Paths under the API base that are not in the table, and why. */
export const exceptions = {
  openapi: { method: 'GET', path: '/openapi.json', answers: 'the OpenAPI document itself, as its readers expect it' },
  exportData: {
    method: 'GET',
    path: EXPORT_DATA_PATH,
    answers: 'a zip archive with the data of the user; a refusal is the envelope',
  },
  contentPicture: {
    method: 'GET',
    path: '/v1/config/picture/:id',
    answers: 'a JPEG picture of published content',
  },
  exportLeads: {
    method: 'GET',
    path: LEAD_EXPORT_PATH,
    answers:
      'a CSV file of landlines and mailboxes, with the numbers of its companies and rows in headers; a refusal is the envelope',
  },
  reportFile: {
    method: 'GET',
    path: REPORT_FILE_PATH,
    answers: 'a PDF of 企业信息报告; a refusal is the envelope',
  },
  ask: {
    method: 'POST',
    path: ASK_PATH,
    answers:
      'an event stream of one answer, which ends with the connection; a refusal before it begins is the envelope',
  },
  uploadImage: {
    method: 'POST',
    path: UPLOAD_IMAGE_PATH,
    answers: 'the envelope, to one picture as multipart/form-data instead of JSON',
  },
  createBatch: {
    method: 'POST',
    path: CREATE_BATCH_PATH,
    answers: 'the envelope, to one list of names or codes as multipart/form-data instead of JSON',
  },
  batchFile: {
    method: 'GET',
    path: BATCH_FILE_PATH,
    answers: 'the results of a list as CSV or XLSX; a refusal is the envelope',
  },
} as const

export type RouteKey = keyof typeof routes
export const routeKeys = keysOf(routes)
export type RouteAccess<K extends RouteKey> = (typeof routes)[K]['access']
export type RouteInput<K extends RouteKey> = z.input<(typeof routes)[K]['input']>
/** Answer of a call in clear names: what the handler returns and the caller receives. */
export type RouteOutput<K extends RouteKey> = z.output<(typeof routes)[K]['output']>
export type ParsedInput<K extends RouteKey> = z.output<(typeof routes)[K]['input']>

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

import { kindTable, recordKindKeys } from './records/kind-table.ts'
import { detailPathname, listPathname } from './records/record-pathnames.ts'

/**
 * Paths of the pages other than those of the record kinds (SPEC §2), for the server. The web has them with their titles in
 * its navigation; a test of the web compares both.
 */
const plainPagePaths = [
  '/home',
  '/tools',
  '/user',
  '/companyList',
  '/login',
  '/search',
  '/search/result',
  '/company/detail',
  '/ai',
  '/ai/detail',
  '/user/members',
  '/user/follow',
  '/riskSearch',
  '/riskList',
  '/phoneSearch',
  '/phoneList',
  '/phoneDetail',
  '/peopleSearch',
  '/peopleList',
  '/user/feedback',
  '/user/agreement',
  '/user/user_protocol',
  '/user/privacy_policy',
  '/user/info',
  '/user/about',
  '/user/contact',
  '/user/setting',
  '/user/logout',
  '/user/resetPassword',
  '/user/membersIntroduction',
  '/overview/businessInfo',
  '/overview/person',
]

/** Paths of every page: what a banner or a notice may open within the app. */
export const pagePaths: ReadonlySet<string> = new Set([
  ...plainPagePaths,
  ...recordKindKeys.flatMap((key) => [
    ...(kindTable[key].listedOn === 'page' ? [listPathname(key)] : []),
    ...(kindTable[key].hasDetail ? [detailPathname(key)] : []),
  ]),
])

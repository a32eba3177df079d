import { businessRiskKeys, detailKindKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'
import type { ComponentType } from 'react'
import { detailPathname, listPathname } from '../domain/record/record-paths.ts'
import { HomePage } from '../features/home/home-page.tsx'
import { HOME_PATH, matchPage } from '../platform/navigation/pages.ts'

type LoadPage = () => Promise<ComponentType>

/** Key of the page that unknown addresses show. */
const NOT_FOUND = '*'

const loadAgreements: LoadPage = async () => (await import('../features/agreements/agreements-page.tsx')).AgreementsPage
const loadMine: LoadPage = async () => (await import('../features/mine/mine-page.tsx')).MinePage

const loadRecordList: LoadPage = async () => (await import('../features/records/record-list-page.tsx')).RecordListPage
const loadRecord: LoadPage = async () => (await import('../features/records/record-page.tsx')).RecordPage

// One import of each chunk: every import statement costs the first load its name again.
const loadCompanyPages = () => import('../features/company/company-pages.ts')
const loadAssistantPages = () => import('../features/assistant/assistant-pages.ts')

/** Gives each path the same loader. */
const loadersOf = (paths: readonly string[], load: LoadPage): Record<string, LoadPage> =>
  Object.fromEntries(paths.map((path) => [path, load]))

/** Loader of each page. Home has none: it is part of the first load, because most visits begin there. */
export const pageLoaders: Readonly<Record<string, LoadPage>> = {
  '/tools': loadMine,
  '/user': loadMine,
  '/companyList': async () => (await import('../features/company-list/company-list-page.tsx')).CompanyListPage,
  '/search': async () => (await import('../features/search/search-page.tsx')).SearchPage,
  '/search/result': async () => (await import('../features/search-result/search-result-page.tsx')).SearchResultPage,
  '/riskSearch': async () => (await import('../features/risk-search/risk-search-page.tsx')).RiskSearchPage,
  '/riskList': async () => (await import('../features/risk-search/risk-list-page.tsx')).RiskListPage,
  '/phoneSearch': async () => (await import('../features/leads/lead-search-page.tsx')).LeadSearchPage,
  '/phoneList': async () => (await import('../features/leads/lead-list-page.tsx')).LeadListPage,
  '/phoneDetail': async () => (await import('../features/leads/lead-detail-page.tsx')).LeadDetailPage,
  '/peopleSearch': async () => (await import('../features/people/people-search-page.tsx')).PeopleSearchPage,
  '/peopleList': async () => (await import('../features/people/people-list-page.tsx')).PeopleListPage,
  '/company/detail': async () => (await loadCompanyPages()).CompanyPage,
  '/company/check': async () => (await loadCompanyPages()).OfficialCheckPage,
  '/company/cases': async () => (await loadCompanyPages()).CaseListPage,
  '/overview/businessInfo': async () => (await loadCompanyPages()).BusinessInfoPage,
  '/overview/person': async () => (await import('../features/people/person-page.tsx')).PersonPage,
  '/overview/shareholderInfo': async () =>
    (await import('../features/overview/shareholders-page.tsx')).ShareholdersPage,
  '/overview/overseasInvest': async () => (await import('../features/overview/investments-page.tsx')).InvestmentsPage,
  '/overview/changeRecord': async () => (await import('../features/overview/changes-page.tsx')).ChangesPage,
  ...loadersOf([...legalRiskKeys, ...businessRiskKeys].map(listPathname), loadRecordList),
  ...loadersOf(detailKindKeys.map(detailPathname), loadRecord),
  '/login': async () => (await import('../features/login/login-page.tsx')).LoginPage,
  '/user/resetPassword': async () =>
    (await import('../features/reset-password/reset-password-page.tsx')).ResetPasswordPage,
  '/user/members': async () => (await import('../features/members/members-page.tsx')).MembersPage,
  '/user/follow': async () => (await import('../features/follow/follow-page.tsx')).FollowPage,
  '/user/membersIntroduction': async () =>
    (await import('../features/members/members-introduction-page.tsx')).MembersIntroductionPage,
  '/user/feedback': async () => (await import('./help-page.tsx')).HelpPage,
  '/user/agreement': loadAgreements,
  '/user/user_protocol': loadAgreements,
  '/user/privacy_policy': loadAgreements,
  '/user/about': async () => (await import('../features/about/about-page.tsx')).AboutPage,
  '/user/contact': async () => (await import('../features/contact/contact-page.tsx')).ContactPage,
  '/user/info': async () => (await import('../features/account/profile-page.tsx')).ProfilePage,
  '/user/setting': async () => (await import('../features/account/settings-page.tsx')).SettingsPage,
  '/user/logout': async () => (await import('../features/account/deactivation-page.tsx')).DeactivationPage,
  '/ai': async () => (await loadAssistantPages()).AssistantPage,
  '/ai/detail': async () => (await loadAssistantPages()).AnswerPage,
}

const loadNotFound: LoadPage = async () => (await import('./not-found-page.tsx')).NotFoundPage

/** Components whose code has loaded. The next navigation fetches code again that failed to load. */
const loadedPages = new Map<string, ComponentType>([[HOME_PATH, HomePage]])

/** Returns the component of a path: at once when its code has loaded. The path has no query. */
export function loadPage(pathname: string): ComponentType | Promise<ComponentType> {
  const path = matchPage(pathname)?.path ?? NOT_FOUND
  const loadedPage = loadedPages.get(path)
  if (loadedPage !== undefined) return loadedPage
  const load = pageLoaders[path] ?? loadNotFound
  return load().then((Page) => {
    loadedPages.set(path, Page)
    return Page
  })
}

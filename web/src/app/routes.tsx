import { businessRiskKeys, detailKindKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'
import type { ComponentType } from 'react'
import { detailPathname, listPathname } from '../domain/record/record-paths.ts'
import { matchPage } from '../platform/navigation/pages.ts'

type LoadPage = () => Promise<ComponentType>

/** Key of the page that unknown addresses show. */
const NOT_FOUND = '*'

const loadAgreements: LoadPage = async () => (await import('../features/agreements/agreements-page.tsx')).AgreementsPage
const loadMine: LoadPage = async () => (await import('../features/mine/mine-page.tsx')).MinePage

/** One import for several pages: each import in the code lists its files. */
const importCompanyPages = () => import('./company-pages.ts')
const importCompanyListPages = () => import('./company-list-pages.ts')
const importOverviewPages = () => import('../features/overview/overview-pages.ts')
const importLeadPages = () => import('../features/leads/lead-pages.ts')
const importPeoplePages = () => import('../features/people/people-pages.ts')
const importAccountPages = () => import('../features/account/account-pages.ts')
const importMembersPages = () => import('../features/members/members-pages.ts')
const importRiskSearchPages = () => import('../features/risk-search/risk-search-pages.ts')
const importOwnListPages = () => import('./own-list-pages.ts')
const importAssistantPages = () => import('../features/assistant/assistant-pages.ts')

const loadRecordList: LoadPage = async () => (await import('../features/records/record-list-page.tsx')).RecordListPage
const loadRecord: LoadPage = async () => (await import('../features/records/record-page.tsx')).RecordPage

/** Gives each path the same loader. */
const loadersOf = (paths: readonly string[], load: LoadPage): Record<string, LoadPage> =>
  Object.fromEntries(paths.map((path) => [path, load]))

/** Loader of each page. */
export const pageLoaders: Readonly<Record<string, LoadPage>> = {
  '/home': async () => (await import('../features/home/home-page.tsx')).HomePage,
  '/tools': loadMine,
  '/user': loadMine,
  '/companyList': async () => (await import('../features/company-list/company-list-page.tsx')).CompanyListPage,
  '/search': async () => (await import('../features/search/search-page.tsx')).SearchPage,
  '/search/result': async () => (await import('../features/search-result/search-result-page.tsx')).SearchResultPage,
  '/riskSearch': async () => (await importRiskSearchPages()).RiskSearchPage,
  '/riskList': async () => (await importRiskSearchPages()).RiskListPage,
  '/phoneSearch': async () => (await importLeadPages()).LeadSearchPage,
  '/phoneList': async () => (await importLeadPages()).LeadListPage,
  '/phoneDetail': async () => (await importLeadPages()).LeadDetailPage,
  '/peopleSearch': async () => (await importPeoplePages()).PeopleSearchPage,
  '/peopleList': async () => (await importPeoplePages()).PeopleListPage,
  '/company/detail': async () => (await importCompanyPages()).CompanyPage,
  '/company/check': async () => (await importCompanyListPages()).OfficialCheckPage,
  '/company/cases': async () => (await importCompanyListPages()).CaseListPage,
  '/compare': async () => (await importCompanyListPages()).ComparePage,
  '/overview/businessInfo': async () => (await importCompanyPages()).BusinessInfoPage,
  '/overview/person': async () => (await importPeoplePages()).PersonPage,
  '/overview/shareholderInfo': async () => (await importOverviewPages()).ShareholdersPage,
  '/overview/overseasInvest': async () => (await importOverviewPages()).InvestmentsPage,
  '/batch': async () => (await importOwnListPages()).BatchPage,
  '/relation': async () => (await importOverviewPages()).RelationPage,
  '/overview/changeRecord': async () => (await importOverviewPages()).ChangesPage,
  ...loadersOf([...legalRiskKeys, ...businessRiskKeys].map(listPathname), loadRecordList),
  ...loadersOf(detailKindKeys.map(detailPathname), loadRecord),
  '/login': async () => (await import('../features/login/login-page.tsx')).LoginPage,
  '/user/resetPassword': async () =>
    (await import('../features/reset-password/reset-password-page.tsx')).ResetPasswordPage,
  '/user/members': async () => (await importMembersPages()).MembersPage,
  '/user/follow': async () => (await importOwnListPages()).FollowPage,
  '/user/report': async () => (await importAccountPages()).ReportPage,
  '/user/membersIntroduction': async () => (await importMembersPages()).MembersIntroductionPage,
  '/user/feedback': async () => (await import('./help-page.tsx')).HelpPage,
  '/user/agreement': loadAgreements,
  '/user/user_protocol': loadAgreements,
  '/user/privacy_policy': loadAgreements,
  '/user/about': async () => (await import('../features/about/about-page.tsx')).AboutPage,
  '/user/contact': async () => (await import('../features/contact/contact-page.tsx')).ContactPage,
  '/user/info': async () => (await importAccountPages()).ProfilePage,
  '/user/setting': async () => (await importAccountPages()).SettingsPage,
  '/user/logout': async () => (await importAccountPages()).DeactivationPage,
  '/ai': async () => (await importAssistantPages()).AssistantPage,
  '/ai/detail': async () => (await importAssistantPages()).AnswerPage,
}

const loadNotFound: LoadPage = async () => (await import('./not-found-page.tsx')).NotFoundPage

/** Components whose code has loaded. The next navigation fetches code again that failed to load. */
const loadedPages = new Map<string, ComponentType>()

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

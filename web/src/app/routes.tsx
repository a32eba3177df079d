import { type ComponentType } from 'react'
import { type RouteObject, redirect } from 'react-router'
import { HomePage } from '../features/home/home-page.tsx'
import { HOME_PATH, type Page, pages } from '../platform/navigation/pages.ts'
import { ErrorPage } from './error-page.tsx'
import { RootLayout } from './root-layout.tsx'
import { unbuiltPaths } from './unbuilt-routes.ts'

type LoadPage = () => Promise<ComponentType>

const loadBuilding: LoadPage = async () => (await import('../features/building/building-page.tsx')).BuildingPage
const loadAgreements: LoadPage = async () => (await import('../features/agreements/agreements-page.tsx')).AgreementsPage
const loadMine: LoadPage = async () => (await import('../features/mine/mine-page.tsx')).MinePage

const loadRecordList: LoadPage = async () => (await import('../features/records/record-list-page.tsx')).RecordListPage
const loadRecord: LoadPage = async () => (await import('../features/records/record-page.tsx')).RecordPage

/** Where each page's code is. Home comes with the shell, since most visits begin there. */
const loadPage: Readonly<Record<string, LoadPage>> = {
  '/tools': loadMine,
  '/user': loadMine,
  '/companyList': async () => (await import('../features/company-list/company-list-page.tsx')).CompanyListPage,
  '/search': async () => (await import('../features/search/search-page.tsx')).SearchPage,
  '/search/result': async () => (await import('../features/search-result/search-result-page.tsx')).SearchResultPage,
  '/riskSearch': async () => (await import('../features/risk-search/risk-search-page.tsx')).RiskSearchPage,
  '/riskList': async () => (await import('../features/risk-search/risk-list-page.tsx')).RiskListPage,
  '/company/detail': async () => (await import('../features/company/company-page.tsx')).CompanyPage,
  '/overview/businessInfo': async () => (await import('../features/company/business-info-page.tsx')).BusinessInfoPage,
  '/overview/shareholderInfo': async () =>
    (await import('../features/overview/shareholders-page.tsx')).ShareholdersPage,
  '/overview/overseasInvest': async () => (await import('../features/overview/investments-page.tsx')).InvestmentsPage,
  '/overview/changeRecord': async () => (await import('../features/overview/changes-page.tsx')).ChangesPage,
  '/legalRisk/dishonestExecutor': loadRecordList,
  '/legalRisk/executedPerson': loadRecordList,
  '/legalRisk/consumptionRestriction': loadRecordList,
  '/legalRisk/courtAnnouncement': loadRecordList,
  '/legalRisk/enterpriseCourtAnnouncement': loadRecordList,
  '/legalRisk/judicialDocument': loadRecordList,
  '/businessRisk/businessRiskList': loadRecordList,
  '/businessRisk/punishmentList': loadRecordList,
  '/businessRisk/taxViolationList': loadRecordList,
  '/businessRisk/seriousViolationList': loadRecordList,
  '/businessRisk/equityPledgeList': loadRecordList,
  '/legalRisk/dishonestExecutorDetail': loadRecord,
  '/legalRisk/executedPersonDetail': loadRecord,
  '/legalRisk/courtAnnouncementDetail': loadRecord,
  '/legalRisk/enterpriseCourtAnnouncementDetail': loadRecord,
  '/legalRisk/judicialDocumentDetail': loadRecord,
  '/businessRisk/punishmentDetail': loadRecord,
  '/businessRisk/taxViolationDetail': loadRecord,
  '/businessRisk/equityPledgeDetail': loadRecord,
  '/login': async () => (await import('../features/login/login-page.tsx')).LoginPage,
  '/user/resetPassword': async () =>
    (await import('../features/reset-password/reset-password-page.tsx')).ResetPasswordPage,
  '/user/members': async () => (await import('../features/members/members-page.tsx')).MembersPage,
  '/user/membersIntroduction': async () =>
    (await import('../features/members/members-introduction-page.tsx')).MembersIntroductionPage,
  '/user/feedback': async () => (await import('../features/correction/correction-page.tsx')).CorrectionPage,
  '/user/agreement': loadAgreements,
  '/user/user_protocol': loadAgreements,
  '/user/privacy_policy': loadAgreements,
  '/user/info': async () => (await import('../features/account/profile-page.tsx')).ProfilePage,
  '/user/setting': async () => (await import('../features/account/settings-page.tsx')).SettingsPage,
  '/user/logout': async () => (await import('../features/account/deactivation-page.tsx')).DeactivationPage,
  ...Object.fromEntries(unbuiltPaths.map((path) => [path, loadBuilding])),
}

const nothing = () => null

function toRoute(page: Page): RouteObject {
  const route = { path: page.path, handle: page, errorElement: <ErrorPage /> }
  if (page.path === HOME_PATH) return { ...route, Component: HomePage }
  const load = loadPage[page.path]
  if (load === undefined) throw new Error(`No code for the page ${page.path}`)
  // Without a fallback of its own, React Router 8 renders nothing at all where the code of a page did not arrive.
  return { ...route, HydrateFallback: nothing, lazy: async () => ({ Component: await load() }) }
}

/** The whole app, for the browser's hash router and for tests alike. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    errorElement: <ErrorPage />,
    HydrateFallback: nothing,
    children: [
      { index: true, loader: () => redirect(HOME_PATH) },
      ...pages.map(toRoute),
      {
        path: '*',
        HydrateFallback: nothing,
        lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }),
      },
    ],
  },
]

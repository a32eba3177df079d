import type { ComponentType } from 'react'
import { HomePage } from '../features/home/home-page.tsx'
import { HOME_PATH, matchPage } from '../platform/navigation/pages.ts'
import { unbuiltPaths } from './unbuilt-routes.ts'

type LoadPage = () => Promise<ComponentType>

/** Key of the page for unknown URLs. */
const NOT_FOUND = '*'

const loadBuilding: LoadPage = async () => (await import('../features/building/building-page.tsx')).BuildingPage
const loadAgreements: LoadPage = async () => (await import('../features/agreements/agreements-page.tsx')).AgreementsPage
const loadMine: LoadPage = async () => (await import('../features/mine/mine-page.tsx')).MinePage

const loadRecordList: LoadPage = async () => (await import('../features/records/record-list-page.tsx')).RecordListPage
const loadRecord: LoadPage = async () => (await import('../features/records/record-page.tsx')).RecordPage

/** Loaders of the pages except Home, which is part of the first load because most visits begin there. */
export const pageLoaders: Readonly<Record<string, LoadPage>> = {
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

const loadNotFound: LoadPage = async () => (await import('./not-found-page.tsx')).NotFoundPage

/** Components whose code has loaded. Code that failed to load is fetched again by the next navigation. */
const loadedPages = new Map<string, ComponentType>([[HOME_PATH, HomePage]])

/** Component of a pathname. */
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

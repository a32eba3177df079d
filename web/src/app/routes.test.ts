import { expect, test } from 'vitest'
import { findPage, pages } from '../platform/navigation/pages.ts'
import { loadPage, pageLoaders } from './routes.tsx'
import { unbuiltPaths } from './unbuilt-routes.ts'

/** Every URL of SPEC §2 with its title, if the specification has one. */
const specified: Readonly<Record<string, string | null>> = {
  '/home': '首页',
  '/tools': '工具',
  '/user': '我的',
  '/companyList': '企业榜单详情页',
  '/login': null,
  '/search': null,
  '/search/result': null,
  '/company/detail': null,
  '/ai': null,
  '/user/members': null,
  '/riskSearch': null,
  '/riskList': null,
  '/phoneSearch': null,
  '/phoneList': null,
  '/phoneDetail': null,
  '/peopleSearch': '失信被执行人',
  '/peopleList': null,
  '/ai/detail': '百企查百言',
  '/user/feedback': '帮助与反馈',
  '/user/agreement': '用户协议',
  '/user/user_protocol': '用户协议',
  '/user/privacy_policy': '隐私政策',
  '/user/info': '信息管理',
  '/user/about': '关于我们',
  '/user/contact': '联系我们',
  '/user/setting': '账号设置',
  '/user/logout': '注销账户',
  '/user/resetPassword': '登录密码重置',
  '/user/membersIntroduction': '会员介绍',
  '/legalRisk/dishonestExecutor': null,
  '/legalRisk/dishonestExecutorDetail': null,
  '/legalRisk/executedPerson': null,
  '/legalRisk/executedPersonDetail': null,
  '/legalRisk/consumptionRestriction': null,
  '/legalRisk/courtAnnouncement': null,
  '/legalRisk/courtAnnouncementDetail': null,
  '/legalRisk/enterpriseCourtAnnouncement': null,
  '/legalRisk/enterpriseCourtAnnouncementDetail': null,
  '/legalRisk/judicialDocument': null,
  '/legalRisk/judicialDocumentDetail': null,
  '/businessRisk/businessRiskList': '经营异常',
  '/businessRisk/punishmentList': null,
  '/businessRisk/punishmentDetail': null,
  '/businessRisk/taxViolationList': null,
  '/businessRisk/taxViolationDetail': null,
  '/businessRisk/seriousViolationList': null,
  '/businessRisk/equityPledgeList': null,
  '/businessRisk/equityPledgeDetail': null,
  '/overview/businessInfo': null,
  '/overview/shareholderInfo': null,
  '/overview/overseasInvest': null,
  '/overview/changeRecord': null,
}

test('the pages are exactly those of the specification', () => {
  expect(pages.map((page) => page.path).toSorted()).toEqual(Object.keys(specified).toSorted())
})

test('every page has code, and all code has a page', () => {
  expect(['/home', ...Object.keys(pageLoaders)].toSorted()).toEqual(pages.map((page) => page.path).toSorted())
})

test('the code of Home is loaded at once, that of another page from its first visit on', async () => {
  expect(loadPage('/home')).toBeTypeOf('function')
  const LoadedPage = await loadPage('/user/feedback')
  expect(loadPage('/user/feedback')).toBe(LoadedPage)
})

test('recognises a URL in any case and with a trailing slash', async () => {
  const LoadedPage = await loadPage('/user/feedback')
  expect(loadPage('/User/Feedback/')).toBe(LoadedPage)
})

test.each(Object.entries(specified).filter(([, title]) => title !== null))('%s is titled %s', (path, title) => {
  expect(findPage(path)?.title).toBe(title)
})

test('every page has a title and a unique name', () => {
  expect(pages.filter((page) => page.title === '')).toEqual([])
  expect(new Set(pages.map((page) => page.name)).size).toBe(pages.length)
})

test('caches Home, Search and the results, but not 我的, login and the rankings', () => {
  expect(pages.filter((page) => page.keepAlive).map((page) => page.path)).toEqual([
    '/home',
    '/search',
    '/search/result',
  ])
  expect(pages.filter((page) => page.noCache).map((page) => page.path)).toEqual(['/user', '/companyList', '/login'])
})

test('these pages are not built yet; a built page leaves the list', () => {
  expect(unbuiltPaths).toEqual([
    '/ai',
    '/ai/detail',
    '/phoneSearch',
    '/phoneList',
    '/phoneDetail',
    '/peopleSearch',
    '/peopleList',
    '/user/about',
    '/user/contact',
  ])
})

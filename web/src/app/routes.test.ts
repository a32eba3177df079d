import { expect, test } from 'vitest'
import { pages } from '../platform/navigation/pages.ts'
import { loadPage, pageLoaders } from './routes.tsx'

/** Path, key and title of every page of SPEC §2, 官方核查 and 企业对比. Written out, so that a derived page cannot change unnoticed. */
const specified = [
  ['/home', 'home', '首页'],
  ['/tools', 'tools', '工具'],
  ['/user', 'user', '我的'],
  ['/companyList', 'companyList', '企业榜单详情页'],
  ['/login', 'login', '登录'],
  ['/search', 'search', '搜索'],
  ['/search/result', 'searchResult', '搜索结果'],
  ['/company/detail', 'companyDetail', '企业详情'],
  ['/company/check', 'companyCheck', '官方核查'],
  ['/compare', 'compare', '企业对比'],
  ['/company/cases', 'companyCases', '法律风险'],
  ['/relation', 'relation', '找关系'],
  ['/batch', 'batch', '批量查询'],
  ['/ai', 'ai', '百企查百言'],
  ['/ai/detail', 'aiDetail', '百企查百言'],
  ['/user/follow', 'userFollow', '我的关注'],
  ['/user/report', 'userReport', '报告'],
  ['/user/members', 'userMembers', '会员中心'],
  ['/riskSearch', 'riskSearch', '查风险'],
  ['/riskList', 'riskList', '查风险'],
  ['/phoneSearch', 'phoneSearch', '找商机'],
  ['/phoneList', 'phoneList', '找商机'],
  ['/phoneDetail', 'phoneDetail', '联系方式'],
  ['/peopleSearch', 'peopleSearch', '失信被执行人'],
  ['/peopleList', 'peopleList', '失信被执行人'],
  ['/user/feedback', 'userFeedback', '帮助与反馈'],
  ['/user/agreement', 'userAgreement', '用户协议'],
  ['/user/user_protocol', 'userUser_protocol', '用户协议'],
  ['/user/privacy_policy', 'userPrivacy_policy', '隐私政策'],
  ['/user/info', 'userInfo', '信息管理'],
  ['/user/about', 'userAbout', '关于我们'],
  ['/user/contact', 'userContact', '联系我们'],
  ['/user/setting', 'userSetting', '账号设置'],
  ['/user/logout', 'userLogout', '注销账户'],
  ['/user/resetPassword', 'userResetPassword', '登录密码重置'],
  ['/user/membersIntroduction', 'userMembersIntroduction', '会员介绍'],
  ['/legalRisk/dishonestExecutor', 'legalRiskDishonestExecutor', '失信被执行人'],
  ['/legalRisk/dishonestExecutorDetail', 'legalRiskDishonestExecutorDetail', '失信被执行人详情'],
  ['/legalRisk/executedPerson', 'legalRiskExecutedPerson', '被执行人'],
  ['/legalRisk/executedPersonDetail', 'legalRiskExecutedPersonDetail', '被执行人详情'],
  ['/legalRisk/consumptionRestriction', 'legalRiskConsumptionRestriction', '限制高消费'],
  ['/legalRisk/courtAnnouncement', 'legalRiskCourtAnnouncement', '开庭公告'],
  ['/legalRisk/courtAnnouncementDetail', 'legalRiskCourtAnnouncementDetail', '开庭公告详情'],
  ['/legalRisk/enterpriseCourtAnnouncement', 'legalRiskEnterpriseCourtAnnouncement', '法院公告'],
  ['/legalRisk/enterpriseCourtAnnouncementDetail', 'legalRiskEnterpriseCourtAnnouncementDetail', '法院公告详情'],
  ['/legalRisk/judicialDocument', 'legalRiskJudicialDocument', '裁判文书'],
  ['/legalRisk/judicialDocumentDetail', 'legalRiskJudicialDocumentDetail', '裁判文书详情'],
  ['/businessRisk/businessRiskList', 'businessRiskBusinessRiskList', '经营异常'],
  ['/businessRisk/punishmentList', 'businessRiskPunishmentList', '行政处罚'],
  ['/businessRisk/punishmentDetail', 'businessRiskPunishmentDetail', '行政处罚详情'],
  ['/businessRisk/taxViolationList', 'businessRiskTaxViolationList', '税收违法'],
  ['/businessRisk/taxViolationDetail', 'businessRiskTaxViolationDetail', '税收违法详情'],
  ['/businessRisk/seriousViolationList', 'businessRiskSeriousViolationList', '严重违法'],
  ['/businessRisk/equityPledgeList', 'businessRiskEquityPledgeList', '股权出质'],
  ['/businessRisk/equityPledgeDetail', 'businessRiskEquityPledgeDetail', '股权出质详情'],
  ['/overview/businessInfo', 'overviewBusinessInfo', '工商信息'],
  ['/overview/person', 'overviewPerson', '人员详情'],
  ['/overview/shareholderInfo', 'overviewShareholderInfo', '股东信息'],
  ['/overview/overseasInvest', 'overviewOverseasInvest', '对外投资'],
  ['/overview/changeRecord', 'overviewChangeRecord', '变更记录'],
] as const

test('the pages are those of the specification, with their keys and titles', () => {
  const listed = pages.map(({ path, name, title }) => `${path} ${name} ${title}`)
  expect(listed.toSorted()).toEqual(specified.map((page) => page.join(' ')).toSorted())
})

test('every page has a loader, and every loader has a page', () => {
  expect(Object.keys(pageLoaders).toSorted()).toEqual(pages.map((page) => page.path).toSorted())
})

test('a page is available at once from its first visit on', async () => {
  const LoadedPage = await loadPage('/user/feedback')
  expect(loadPage('/user/feedback')).toBe(LoadedPage)
})

test('an address matches its page in any case and with a slash at its end', async () => {
  const LoadedPage = await loadPage('/user/feedback')
  expect(loadPage('/User/Feedback/')).toBe(LoadedPage)
})

test('every page has a key of its own', () => {
  expect(new Set(pages.map((page) => page.name)).size).toBe(pages.length)
})

test('Home, Search and the search results keep their state; 我的, login, the rankings and pages about persons never do', () => {
  expect(pages.filter((page) => page.keepAlive).map((page) => page.path)).toEqual([
    '/home',
    '/search',
    '/search/result',
  ])
  expect(pages.filter((page) => page.noCache).map((page) => page.path)).toEqual([
    '/user',
    '/companyList',
    '/login',
    '/peopleSearch',
    '/peopleList',
    '/overview/person',
  ])
})

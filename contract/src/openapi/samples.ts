import { type CompanySummary, type MatchReason } from '../company-summary.ts'

// Values that examples of several features and the builders of tests share. The company does not exist.

export const at = '2026-11-20T08:00:00.000Z'
export const asOf = '2026-06-30'
export const summary: CompanySummary = {
  id: 'c-example',
  name: '澜山演示贸易有限公司',
  logo: null,
  logoText: '澜山演示',
  briefName: '澜山演示贸易',
  status: '存续',
  formerNames: [{ name: '澜山演示商贸有限公司', english: null, traditional: null }],
  businessType: '有限责任公司',
  jointStockType: null,
  isDishonestDebtor: false,
  isJudgmentDebtor: false,
  isConsumptionRestricted: false,
  legalRepresentative: '演示甲',
  legalRepresentativeYear: null,
  leadingOfficer: null,
  registeredCapital: { amount: 500, unit: '万元' },
  foundedOn: '2014-03-18',
  creditCode: '91990002MA0FCT021R',
  region: '演示省演示市',
  industry: '批发业',
  listing: null,
  listEntry: null,
  isDemo: true,
}
export const matchReason: MatchReason = { field: 'name', text: summary.name }
export const source = { sourceId: 'demo', sourceName: '演示数据', sourceUrl: null, asOf }
export const careers = [{ id: 'jobSeeker', name: '求职者' }]
export const industries = [{ id: 'software', name: '信息技术' }]

import { type CompanySummary, type MatchReason } from '../company-summary.ts'

// Values that examples of several features share. The company does not exist.

export const at = '2026-11-20T08:00:00.000Z'
export const asOf = '2026-06-30'
const name = '澜山演示贸易有限公司'
export const summary: CompanySummary = {
  id: 'c-example',
  name,
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
  registeredCapital: { amount: 1000, unit: '万元' },
  foundedOn: '2020-01-02',
  creditCode: '91990001MA0TE5T16H',
  region: '演示省演示一市',
  industry: '批发业',
  listing: null,
  listEntry: null,
  isDemo: true,
}
export const matchReason: MatchReason = { field: 'name', text: name }
export const source = { sourceId: 'demo', sourceName: '演示数据', sourceUrl: null, asOf }
export const careers = [{ id: 'jobSeeker', name: '求职者' }]
export const industries = [{ id: 'software', name: '信息技术' }]

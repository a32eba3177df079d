import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import type { CompanyHit, CompanySearch } from '../../src/search/company-search.ts'
import { buildIndexableCompany as build } from '../builders/indexable-companies.ts'

/** The clock of the suite, in milliseconds. */
export const NOW = Date.UTC(2026, 5, 30)

export const star = build({
  id: 'star',
  name: '演示省演星湖科技股份有限公司',
  formerNames: ['演示银汉（集团）有限公司'],
  shortNames: ['演星湖A'],
  formerShortNames: ['*ST银汉'],
  englishNames: ['Yanshi Star Lake Technology Co., Ltd.'],
  aliases: ['演小湖'],
  stockCodes: ['099001', '499001'],
  creditCode: '91990001MA0DEM0X19',
  registrationNumber: '990001000012345',
  legalRepresentative: '演示甲',
  regionCode: '990001',
  regionName: '演示省星湖市',
  industrySection: 'I',
  industryCode: '65',
  capital: 8000,
  foundedOn: '1999-07-01',
  isListed: true,
  type: 'jointStock',
  scope: '星际导航软件的开发、销售；湖泊观测技术服务；货物进出口贸易',
  address: '演示省星湖市观星路 8 号',
  phones: ['0990-8800001', '15400000001'],
  members: ['演示丙', '演示银河（控股）有限公司'],
  risks: ['none'],
  contacts: ['mobile', 'landline'],
  employees: 50,
  prominence: 10,
})
const branch = build({
  id: 'branch',
  name: '演示省演星湖科技股份有限公司海边分公司',
  regionName: '演示省海边市',
  prominence: 700,
})
export const harbour = build({
  id: 'harbour',
  name: '演示长乐重行（海边）贸易有限公司',
  legalRepresentative: '演示乙',
  regionCode: '990002',
  regionName: '演示省海边市',
  industrySection: 'F',
  industryCode: 'F51',
  capital: 500,
  foundedOn: '2020-07-01',
  type: 'limited',
  scope: '湖泊观测设备的销售',
  members: ['演示乙', '演示甲', '演示远洋有限公司'],
  contacts: ['email'],
  employees: 49,
  risks: ['dishonestExecutor', 'businessRisk'],
})
export const ended = build({
  id: 'ended',
  name: '演示蓝鲸渔业有限公司',
  status: '注销',
  prominence: 300,
  foundedOn: '2001-01-01',
})
export const live = build({
  id: 'live',
  name: '演示蓝鲸渔业（海边）有限公司',
  regionName: '演示省海边市',
  prominence: 700,
  foundedOn: '2015-06-30',
})
const long = build({ id: 'long', name: '演示海边蓝鲸养殖与远洋捕捞加工销售有限公司', prominence: 1 })
export const named = [star, branch, harbour, ended, live, long]

/** Opens a search over exactly these companies, ready to use. `now` is the time of its clock. */
export type OpenSearch = (companies: readonly IndexableCompany[], now: number) => Promise<CompanySearch>

export const idsOf = (hits: readonly CompanyHit[]) => hits.map((hit) => hit.companyId)

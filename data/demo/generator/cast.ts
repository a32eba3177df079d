import type { CompanyRow } from './company.ts'
import { daysAgo } from './days.ts'

/**
 * What the stories fix of their companies, by place in the file; all else is drawn. A company keeps its place and its
 * credit code for good: others know it by them.
 */
export const at = {
  lanshan: 0,
  longHistory: 1,
  employer: 5,
  cleared: 6,
  struckOff: 8,
  untold: 16,
  liquidated: 10,
  branchOffice: 20,
  namesakeEast: 21,
  namesakeWest: 22,
  fund: 23,
  jointVenture: 24,
  cooperative: 25,
  reportedIn2023: 26,
  sole: 27,
  revoked: 29,
  secondLiquidated: 30,
  holding: 36,
  investment: 37,
  technology: 38,
  manufacturer: 39,
  supplyChain: 40,
  circleOne: 41,
  circleTwo: 42,
  circleThree: 43,
  listed: 44,
  bank: 45,
  bare: 46,
  bareToo: 47,
  newcomer: 48,
} as const

/** Those that were looked up everywhere and have no record of any kind. */
export const withoutRecords: readonly number[] = [at.cooperative, at.bare, at.bareToo, at.newcomer]

const alive = { status: '存续', endedOn: undefined, endedReason: undefined, endedOffice: undefined }
const byPeople = '有限责任公司（自然人投资或控股）'
const byCompany = '有限责任公司（法人独资）'
const noFormerNames = { formerNames: undefined }

type Fixed = { [Key in keyof CompanyRow]?: CompanyRow[Key] | undefined }

const fixed: Partial<Record<number, Fixed>> = {
  [at.lanshan]: {
    creditCode: '91990001MA0TE5T16H',
    name: '澜山演示贸易有限公司',
    businessType: byPeople,
    foundedOn: '2018-01-27',
    approvedOn: daysAgo(333),
    industry: '51',
    scope:
      '日用百货、办公用品、五金产品的批发与零售；货物进出口；道路普通货物运输；仓储服务。（依法须经批准的项目，经相关部门批准后方可开展经营活动）',
    legalRepresentative: '演示甲',
    capitalValue: 300,
    insuredCount: 0,
    ...noFormerNames,
  },
  [at.longHistory]: {
    creditCode: '91990002MA0FCT021R',
    name: '云帆演示建筑工程有限公司',
    formerNames: ['澜帆演示建筑工程有限公司@~2023-06-13'],
    industry: '47',
    scope: '房屋建筑工程施工；建筑装饰工程；市政公用工程。（依法须经批准的项目，经相关部门批准后方可开展经营活动）',
    foundedOn: '1994-05-13',
    approvedOn: '2025-12-14',
    capitalValue: 5000,
    businessType: byPeople,
  },
  2: { creditCode: '91990003MA0FCT03X0' },
  3: { creditCode: '91990004MA0FCT048E' },
  4: { creditCode: '91990005MA0FCT056P' },
  [at.employer]: { foundedOn: '2011-06-05', insuredCount: 56 },
  [at.cleared]: { foundedOn: '2008-03-17', legalRepresentative: '演示庚' },
  [at.liquidated]: { foundedOn: '2016-01-09' },
  [at.untold]: { businessType: byPeople },
  [at.branchOffice]: {
    name: '演示东省澜云青远星禾松海岳光川国际新能源智能装备（集团）演示控股投资发展股份有限公司演示市高新技术产业开发区第一分公司',
    businessType: '股份有限公司分公司（非上市）',
    foundedOn: '2001-03-01',
    formerNames: ['云帆演示装备有限公司@2001-03-01~2009-06-30', '云帆演示装备集团股份有限公司@2009-06-30~2019-12-01'],
  },
  [at.namesakeEast]: {
    name: '同名演示商贸有限公司',
    region: '990001',
    foundedOn: '2000-04-16',
    businessType: '有限责任公司（自然人独资）',
  },
  [at.namesakeWest]: {
    name: '同名演示商贸有限公司',
    region: '990002',
    foundedOn: '2010-02-10',
    businessType: byPeople,
  },
  [at.fund]: {
    name: '晨溪演示创业投资合伙企业（有限合伙）',
    businessType: '有限合伙企业',
    legalRepresentativeTitle: '执行事务合伙人',
    foundedOn: '2009-12-27',
  },
  [at.jointVenture]: {
    foundedOn: '2006-05-12',
    capitalValue: 800,
    capitalUnit: '万美元',
    capitalCurrency: 'USD',
    businessType: '有限责任公司（外商投资企业与内资合资）',
  },
  [at.cooperative]: { name: '青禾演示农民专业合作社', businessType: '农民专业合作社' },
  [at.reportedIn2023]: {
    asOf: '2023-06-30',
    approvedOn: '2022-12-01',
    staffYear: 2022,
    insuredYear: 2022,
    foundedOn: '2022-04-12',
  },
  [at.sole]: { name: '海岸演示咨询中心（个人独资）', businessType: '个人独资企业' },
  [at.revoked]: { foundedOn: '1995-09-13' },
  [at.secondLiquidated]: { foundedOn: '2009-10-22' },
  [at.holding]: {
    name: '北辰演示控股集团有限公司',
    businessType: byPeople,
    foundedOn: '2003-04-18',
    legalRepresentative: '演示戊',
    industry: '72',
    scope: '企业总部管理；控股公司服务；以自有资金从事投资活动。',
    capitalValue: 50_000,
    ...alive,
    ...noFormerNames,
  },
  [at.investment]: {
    name: '北辰演示产业投资有限公司',
    businessType: byCompany,
    foundedOn: '2009-08-06',
    legalRepresentative: '演示己',
    industry: '72',
    scope: '以自有资金从事投资活动；投资咨询。',
    capitalValue: 20_000,
    ...alive,
    ...noFormerNames,
  },
  [at.technology]: {
    name: '北辰演示科技发展有限公司',
    businessType: '有限责任公司（其他）',
    foundedOn: '2013-03-11',
    industry: '65',
    capitalValue: 8000,
    ...alive,
    ...noFormerNames,
  },
  [at.manufacturer]: {
    name: '北辰演示精密制造有限公司',
    businessType: byPeople,
    foundedOn: '2015-06-23',
    legalRepresentative: '演示庚',
    industry: '34',
    capitalValue: 3000,
    ...alive,
    ...noFormerNames,
  },
  [at.supplyChain]: {
    name: '北辰演示供应链管理有限公司',
    businessType: byPeople,
    foundedOn: '2018-10-30',
    legalRepresentative: '演示辛',
    industry: '72',
    capitalValue: 1000,
    ...alive,
    ...noFormerNames,
  },
  [at.circleOne]: {
    name: '环川演示投资有限公司',
    businessType: byPeople,
    foundedOn: '2006-05-10',
    capitalValue: 2000,
    ...alive,
    ...noFormerNames,
  },
  [at.circleTwo]: {
    name: '环岳演示实业有限公司',
    businessType: byPeople,
    foundedOn: '2008-09-02',
    capitalValue: 1000,
    ...alive,
    ...noFormerNames,
  },
  [at.circleThree]: {
    name: '环林演示置业有限公司',
    businessType: byPeople,
    foundedOn: '2010-11-19',
    capitalValue: 5000,
    ...alive,
    ...noFormerNames,
  },
  [at.listed]: {
    name: '松原演示新材料股份有限公司',
    businessType: '股份有限公司（上市、自然人投资或控股）',
    foundedOn: '2004-02-26',
    legalRepresentative: '演示戊',
    industry: '26',
    scope: '新型材料的研发、生产与销售；货物进出口。',
    capitalValue: 86_400,
    staffSize: '1000-4999人',
    insuredCount: 1286,
    ...alive,
    ...noFormerNames,
  },
  [at.bank]: {
    name: '旭川演示银行股份有限公司',
    businessType: '股份有限公司（非上市）',
    foundedOn: '1998-07-01',
    industry: '66',
    scope: '吸收公众存款；发放短期、中期和长期贷款；办理国内外结算。',
    capitalValue: 200_000,
    staffSize: '1000-4999人',
    ...alive,
    ...noFormerNames,
  },
  [at.bare]: { name: '瑞禾演示科技有限公司', ...alive, ...noFormerNames },
  [at.bareToo]: { name: '静川演示文化传媒有限公司', ...alive, ...noFormerNames },
  [at.newcomer]: {
    name: '归林演示咨询有限公司',
    foundedOn: '2026-09-08',
    approvedOn: '2026-09-08',
    staffYear: undefined,
    insuredCount: undefined,
    insuredYear: undefined,
    ...alive,
    ...noFormerNames,
  },
}

/** The drawn facts with those that its part in the stories fixes; `undefined` takes a fact away. */
export function castAs(place: number, drawn: CompanyRow): CompanyRow {
  const row = { ...drawn }
  for (const [key, value] of Object.entries(fixed[place] ?? {})) {
    if (value === undefined) Reflect.deleteProperty(row, key)
    else Reflect.set(row, key, value)
  }
  return row
}

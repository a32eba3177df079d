import { capitalText, factValues } from '../generated/facts.ts'
import type { CompanyRow, StoreRows } from '../store-rows.ts'

/** Names of kinds of records in an answer. */
export const kindsByLabel: Readonly<Record<string, string>> = {
  失信被执行人: 'dishonestExecutor',
  被执行人: 'executedPerson',
  限制高消费: 'consumptionRestriction',
  裁判文书: 'judicialDocument',
  开庭公告: 'courtAnnouncement',
  法院公告: 'enterpriseCourtAnnouncement',
  行政处罚: 'punishment',
  经营异常: 'businessRisk',
  严重违法: 'seriousViolation',
  股权出质: 'equityPledge',
  税收违法: 'taxViolation',
  股东信息: 'shareholderInfo',
  主要人员: 'keyPerson',
  对外投资: 'overseasInvest',
  分支机构: 'branch',
  变更记录: 'changeRecord',
  员工人数: 'annualEmployees',
  参保人数: 'annualInsurance',
}

type ValueOf = (rows: StoreRows, company: CompanyRow) => readonly string[]

const first =
  (fact: string): ValueOf =>
  (rows, company) =>
    (factValues[fact]?.(rows, company) ?? []).flat()

/** Values of a company that an answer may state behind a label. */
export const factsByLabel: Readonly<Record<string, ValueOf>> = {
  注册资本: (_, company) => [capitalText(company) ?? ''].filter((text) => text !== ''),
  成立日期: first('foundedOn'),
  登记状态: first('status'),
  注册地址: first('address'),
  信用代码: first('creditCode'),
  英文名: first('nameEnglish'),
  证券简称: first('shortName'),
  股票代码: first('stockCode'),
  企业类型: first('businessType'),
  网址: first('website'),
  邮箱: first('email'),
}

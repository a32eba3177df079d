import type { CompanyType } from '@baiqicha/contract/search-vocabulary'

/** First hit counts: a branch of a foreign company is a branch, a limited company owned by the state a limited one. */
const words: [RegExp, CompanyType][] = [
  [/分公司|分支|办事处|办事机构|代表机构|经营单位|营业单位|营业部/u, 'branch'],
  [/外商|外资|外国|中外|港|澳|台/u, 'foreignInvested'],
  [/股份合作/u, 'jointStockCooperative'],
  [/农民专业合作|合作社/u, 'cooperative'],
  [/合伙/u, 'partnership'],
  [/个人独资企业|^个人独资$/u, 'soleProprietorship'],
  [/股份有限|股份公司/u, 'jointStock'],
  [/有限责任|有限公司/u, 'limited'],
  [/全民|国有/u, 'stateOwned'],
  [/集体/u, 'collective'],
]

/** The group of 企业类型 in a register's own words; null where the register says nothing. Nothing is told from a name. */
export function companyTypeOf(businessType: string | null): CompanyType | null {
  if (businessType === null || businessType.trim() === '') return null
  return words.find(([pattern]) => pattern.test(businessType))?.[1] ?? 'other'
}

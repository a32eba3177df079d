import type { CompanyType } from '@baiqicha/contract/search-vocabulary'

/**
 * The first match wins: a branch of a foreign company is a branch, a state-owned limited company is a limited company.
 */
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

/** Group of a register's 企业类型; null when the register states none. The name of the company is not considered. */
export function companyTypeOf(businessType: string | null): CompanyType | null {
  if (businessType === null || businessType.trim() === '') return null
  return words.find(([pattern]) => pattern.test(businessType))?.[1] ?? 'other'
}

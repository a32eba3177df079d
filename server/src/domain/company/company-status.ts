import { type CompanyStatus, companyStatuses, isLiveStatus } from '@baiqicha/contract/company-status'
import type { CompanyType } from '@baiqicha/contract/search-vocabulary'

/** Spellings of registers, in addition to the normalised values (PRODUCT B12). */
const spellings = new Map<string, CompanyStatus>([
  ['在业', '存续'],
  ['开业', '存续'],
  ['在营', '存续'],
  ['正常', '存续'],
  ['登记成立', '存续'],
  ['存续(在营、开业、在册)', '存续'],
  ['在营(开业)企业', '存续'],
  ['在营(开业)', '存续'],
  ['在册', '存续'],
  ['迁入', '存续'],
  ['已开业', '存续'],
  ['仍注册', '存续'],
  ['已迁出企业', '迁出'],
  ['迁移异地', '迁出'],
  ['吊销,未注销', '吊销'],
  ['吊销未注销', '吊销'],
  ['吊销企业', '吊销'],
  ['吊销,已注销', '注销'],
  ['吊销已注销', '注销'],
  ['注销企业', '注销'],
  ['已注销', '注销'],
  ['已吊销', '吊销'],
  ['已告解散', '注销'],
  ['清算中', '清算'],
])

/** Normalised status of a source's wording. null for no wording; an unknown one is 其他. */
export function normaliseStatus(raw: string | null): CompanyStatus | null {
  const word = (raw ?? '').normalize('NFKC').replace(/\s/g, '')
  if (word === '' || word === '-') return null
  return companyStatuses.find((status) => status === word) ?? spellings.get(word) ?? '其他'
}

/** Whether the company has ended. An unknown status does not count as an end. */
export const hasEnded = (status: string | null) => status !== null && status !== '其他' && !isLiveStatus(status)

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

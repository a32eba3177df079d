import { type CompanyStatus, companyStatuses, isLiveStatus } from '@baiqicha/contract/company-status'

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

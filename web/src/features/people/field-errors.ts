import { fitsIdentityCheck, isCreditCode, isOrganisationCode } from '@baiqicha/contract/certificate-checks'
import { type DebtorType, isTypedCompanyName, isTypedPersonName } from '@baiqicha/contract/people'
import type { DebtorSearchInput } from './search-memory.ts'

export type DebtorFieldErrors = { name?: string; certNo?: string }

/** Half-width, in upper case, without spaces and hyphens: as the number is compared. */
export const cleanCertNo = (typed: string) => typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

function nameError(name: string, subjectType: DebtorType): string | undefined {
  if (name === '') return subjectType === '企业' ? '请输入企业名称或代码' : '请输入被执行人姓名'
  if (subjectType === '企业') return isTypedCompanyName(name) ? undefined : '企业名称至少 2 个字'
  return isTypedPersonName(name) ? undefined : '请输入完整姓名'
}

function identityError(number: string): string | undefined {
  if (/^(?:\d{15}|\d{3}[\dX])$/.test(number)) return undefined
  if (!/^\d{17}[\dX]$/.test(number)) return '请输入完整身份证号或后 4 位'
  return fitsIdentityCheck(number) ? undefined : '身份证号校验位有误，请核对'
}

function codeError(code: string): string | undefined {
  if (code.length === 18) return isCreditCode(code) ? undefined : '信用代码校验位有误，请核对'
  if (code.length === 9) return isOrganisationCode(code) ? undefined : '组织机构代码校验位有误，请核对'
  return '请输入 9 位组织机构代码或 18 位信用代码'
}

/** Errors of the form, at their fields. A certificate number is optional. */
export function validateSearch({ name, subjectType, certNo }: DebtorSearchInput): DebtorFieldErrors {
  const inName = nameError(name.trim(), subjectType)
  const number = cleanCertNo(certNo)
  const inNumber = number === '' ? undefined : subjectType === '企业' ? codeError(number) : identityError(number)
  return { ...(inName !== undefined && { name: inName }), ...(inNumber !== undefined && { certNo: inNumber }) }
}

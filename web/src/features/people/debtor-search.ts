import { fitsIdentityCheck, isCreditCode, isOrganisationCode } from '@baiqicha/contract/certificate-checks'
import type { DebtorType } from '@baiqicha/contract/people'
import { isTypedCompanyName, isTypedPersonName } from '@baiqicha/contract/people'
import { createStore } from '../../lib/store.ts'
import { LOGIN_PATH } from '../../platform/navigation/pages.ts'
import { readSavedRoute } from '../../platform/navigation/saved-route.ts'

export const FORM_PATH = '/peopleSearch'
const LIST_PATH = '/peopleList'

/** Input of the form. */
export type DebtorSearchInput = { name: string; subjectType: DebtorType; certNo: string; province: string }

type SearchMemory = {
  search: DebtorSearchInput | null
  /** User who typed the search; null: the user info had not loaded. */
  userId: string | null
  /** Number of the search in this visit. The query key has this number instead of the name. */
  number: number
}

/** The search in progress. Memory only: no address, storage or history may contain the name or the number of a person. */
export const useSearchMemory = createStore<SearchMemory>(() => ({ search: null, userId: null, number: 0 }))

export const rememberSearch = (search: DebtorSearchInput, userId: string | null) =>
  useSearchMemory.setState(({ number }) => ({ search, userId, number: number + 1 }))

export const forgetSearch = () => useSearchMemory.setState({ search: null, userId: null })

/** The search of this user; null: none, or that of another user of the same window. */
export const searchOf = ({ search, userId }: SearchMemory, currentUserId: string | null): DebtorSearchInput | null =>
  userId === null || currentUserId === null || userId === currentUserId ? search : null

/** Pages that a reader opens from the list and returns from. */
const returning = /^\/(?:company|legalRisk|businessRisk|overview|user\/feedback)(?:\/|$)/

/** Whether the search remains while a page shows. A login that returns to the list counts as part of it. */
export const retainsSearch = (pathname: string): boolean =>
  [FORM_PATH, LIST_PATH, LOGIN_PATH].includes(pathname) || returning.test(pathname) || readSavedRoute() === LIST_PATH

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

const withQuery = (path: string, query: Record<string, string>) =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`
export const listPath = (query: Record<string, string>) => withQuery(LIST_PATH, query)
export const formPath = (query: Record<string, string>) => withQuery(FORM_PATH, query)

/**
 * Query of a search for a company, whose name is public: the list can be reloaded and shared. Empty for a person, whose name and
 * number no address may contain.
 */
export function searchQueryOf({ subjectType, name, certNo, province }: DebtorSearchInput): Record<string, string> {
  if (subjectType !== '企业') return {}
  return {
    name,
    ...(certNo !== '' && { code: certNo }),
    ...(province !== '' && { province }),
  }
}

/** The search for a company in a query; null: none, or one that the form would refuse. */
export function searchInQuery(query: URLSearchParams): DebtorSearchInput | null {
  const read = (key: string) => query.get(key)?.trim() ?? ''
  const certNo = cleanCertNo(read('code'))
  const search = { subjectType: '企业', name: read('name'), certNo, province: read('province') } as const
  return search.name === '' || Object.keys(validateSearch(search)).length > 0 ? null : search
}

import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { companyIdOf } from '../../domain/company/company-addresses.ts'

/** Subject of an objection: a record, a kind of record, or the register entry of a company. */
export type SubjectParams = {
  /** Empty: a record about a natural person. */
  companyId: string
  recordKind?: RecordKindKey
  recordId?: string
}

export type CorrectionParams =
  | { show: 'form'; subject: SubjectParams }
  | { show: 'status'; number: string }
  | { show: 'overview' }

/** Maximum length of a number in the contract. */
const NUMBER_MAX = 40
const ID_MAX = 64

/** Reads the query of `/user/feedback`. Drops a record id without a known kind; the company remains. */
export function readCorrectionParams(query: URLSearchParams): CorrectionParams {
  const number = (query.get('number') ?? '').trim()
  if (number !== '') return { show: 'status', number: number.slice(0, NUMBER_MAX) }
  const companyId = companyIdOf(query, 'companyId')
  const kind = query.get('recordKind')
  const recordKind = recordKindKeys.find((known) => known === kind)
  const recordId = query.get('recordId') ?? ''
  const isId = recordId !== '' && recordId.length <= ID_MAX
  const isOfPerson = companyId === '' && recordKind !== undefined && isId
  if ((companyId === '' && !isOfPerson) || companyId.length > ID_MAX) return { show: 'overview' }
  if (recordKind === undefined) return { show: 'form', subject: { companyId } }
  return { show: 'form', subject: { companyId, recordKind, ...(isId && { recordId }) } }
}

/** Key of a subject's draft. */
export const subjectKey = ({ companyId, recordKind, recordId }: SubjectParams) =>
  [companyId, recordKind, recordId].join(' ')

export const statusPath = (number: string) => `/user/feedback?${new URLSearchParams({ number }).toString()}`

import { detailPathname, listPathname } from '@baiqicha/contract/pages'
import { kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordView } from '@baiqicha/contract/records/record'

export { detailPathname, listPathname }

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query).toString()}`

/** Query parameter of the company id, in URLs and API calls. */
export const companyParameter = (key: RecordKindKey) => (kindTable[key].group === 'overview' ? 'id' : 'companyId')

/** URL of the list of a kind for a company. */
export function recordListPath(key: RecordKindKey, companyId: string, narrowing: Record<string, string> = {}): string {
  return withQuery(listPathname(key), { [companyParameter(key)]: companyId, ...narrowing })
}

/** URL of a record's page; with `companyId` when several companies share the record. */
export const recordDetailPath = (key: RecordKindKey, id: string, companyId: string | null): string =>
  withQuery(detailPathname(key), { id, ...(companyId !== null && { companyId }) })

type RecordAddress = { recordKind: RecordKindKey; id: string; view?: RecordView }

/** URL of a record: its page, or the list with its view where the kind has no pages. */
export const recordPath = ({ recordKind, id, view = 'current' }: RecordAddress, companyId: string): string =>
  kindTable[recordKind].hasDetail
    ? recordDetailPath(recordKind, id, companyId)
    : recordListPath(recordKind, companyId, view === 'current' ? {} : { view })

/**
 * URL of 纠错 for a record, a kind of record, or the register entry of a company. `companyId` null: the record is about a
 * natural person.
 */
export const correctionPath = (of: { companyId: string | null; recordKind?: RecordKindKey; recordId?: string }) =>
  withQuery('/user/feedback', {
    ...(of.companyId !== null && { companyId: of.companyId }),
    ...(of.recordKind !== undefined && { recordKind: of.recordKind }),
    ...(of.recordId !== undefined && { recordId: of.recordId }),
  })

/** URL of the legal records of a company by case. */
export const casesPath = (companyId: string, chosen: Record<string, string> = {}): string =>
  withQuery('/company/cases', { id: companyId, ...chosen })

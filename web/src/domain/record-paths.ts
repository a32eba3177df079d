import { kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'

/** Address of a kind's list (SPEC §2). */
export const listPathname = (key: RecordKindKey) => `/${kindTable[key].group}/${kindTable[key].path}`
/** Address of the page of one record of a kind. */
export const detailPathname = (key: RecordKindKey) => `/${kindTable[key].group}/${key}Detail`

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query).toString()}`

/** Query parameter that holds the company's id, in addresses and calls. */
export const companyParameter = (key: RecordKindKey) => (kindTable[key].group === 'overview' ? 'id' : 'companyId')

/** The list of a kind of record of a company. */
export function recordListPath(key: RecordKindKey, companyId: string, narrowing: Record<string, string> = {}): string {
  return withQuery(listPathname(key), { [companyParameter(key)]: companyId, ...narrowing })
}

/** The page of one record, read for a company where it is of several. */
export const recordDetailPath = (key: RecordKindKey, id: string, companyId: string | null): string =>
  withQuery(detailPathname(key), { id, ...(companyId !== null && { companyId }) })

/** 纠错: of one record, of a kind of record of a company, or of its register entry. */
export const correctionPath = (of: { companyId: string; recordKind?: RecordKindKey; recordId?: string }): string =>
  withQuery('/user/feedback', {
    companyId: of.companyId,
    ...(of.recordKind !== undefined && { recordKind: of.recordKind }),
    ...(of.recordId !== undefined && { recordId: of.recordId }),
  })

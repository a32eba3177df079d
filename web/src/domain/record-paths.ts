import {
  businessRiskKeys,
  legalRiskKeys,
  overviewKeys,
  type RecordKindKey,
} from '@baiqicha/contract/records/kind-table'

const isIn = (keys: readonly string[], key: RecordKindKey) => keys.includes(key)

/** The words of the addresses under /businessRisk (SPEC §2), where they are not the kind's own with List. */
const pathOf = (key: RecordKindKey, isDetail: boolean) => {
  if (isIn(legalRiskKeys, key)) return `/legalRisk/${key}${isDetail ? 'Detail' : ''}`
  if (isIn(businessRiskKeys, key)) return `/businessRisk/${key}${isDetail ? 'Detail' : 'List'}`
  return `/overview/${key}`
}

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query).toString()}`

/** What addresses and calls name the company by. */
export const companyParameter = (key: RecordKindKey) => (isIn(overviewKeys, key) ? 'id' : 'companyId')

/** The list of a kind of record of a company. */
export function recordListPath(key: RecordKindKey, companyId: string, narrowing: Record<string, string> = {}): string {
  return withQuery(pathOf(key, false), { [companyParameter(key)]: companyId, ...narrowing })
}

/** The page of one record, read for a company where it is of several. */
export const recordDetailPath = (key: RecordKindKey, id: string, companyId: string | null): string =>
  withQuery(pathOf(key, true), { id, ...(companyId !== null && { companyId }) })

/** 纠错: of one record, of a kind of record of a company, or of its register entry. */
export const correctionPath = (of: { companyId: string; recordKind?: RecordKindKey; recordId?: string }): string =>
  withQuery('/user/feedback', {
    companyId: of.companyId,
    ...(of.recordKind !== undefined && { recordKind: of.recordKind }),
    ...(of.recordId !== undefined && { recordId: of.recordId }),
  })

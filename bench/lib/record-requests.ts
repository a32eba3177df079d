import { type DetailKindKey, detailKindKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { API_BASE, routes, TOKEN_HEADER } from '@baiqicha/contract/routes'
import type { LoadRequest } from './load.ts'

/** What a page of records asks the server. */

const pathOf = (path: string, input: Record<string, string>) => `${API_BASE}${path}?${new URLSearchParams(input)}`
const asked = (path: string, token: string): LoadRequest => ({ path, headers: { [TOKEN_HEADER]: token } })

/** What the company page asks first: its header with all counts, and the register table below it. */
export const companyPageRequests = (ids: readonly string[], token: string): LoadRequest[] =>
  ids.flatMap((id) => [
    asked(pathOf(routes.companyDetail.path, { id }), token),
    asked(pathOf(routes.businessInfo.path, { id }), token),
  ])

export function listPath(kind: RecordKindKey, companyId: string, more: Record<string, string> = {}): string {
  const owner = recordKinds[kind].group === 'overview' ? { id: companyId } : { companyId }
  return pathOf(routes[`${kind}List`].path, { ...owner, ...more })
}

export const listRequests = (
  kind: RecordKindKey,
  ids: readonly string[],
  token: string,
  more: Record<string, string> = {},
): LoadRequest[] => ids.map((id) => asked(listPath(kind, id, more), token))

export const hasDetail = (kind: RecordKindKey): kind is DetailKindKey => detailKindKeys.some((key) => key === kind)

export const detailRequests = (kind: DetailKindKey, ids: readonly string[], token: string): LoadRequest[] =>
  ids.map((id) => asked(pathOf(routes[`${kind}Detail`].path, { id }), token))

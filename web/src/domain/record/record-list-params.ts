import { type RecordList, type RecordView, recordViews } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { companyIdOf } from '../company/company-addresses.ts'
import { companyParameter, recordListPath } from './record-paths.ts'

/** Filter that the response offers. */
export type ListFacet = RecordList['facets'][number]

/** State of a list, as its URL states it. */
export type RecordListParams = {
  /** Empty when the URL has none. */
  companyId: string
  view: RecordView
  /** Values of facets by name. */
  facets: Readonly<Record<string, string>>
}

const IDENTITY = 'identity'
/** Maximum length of a facet value. */
const VALUE_MAX = 200

function facetNames({ identities, facets = {} }: RecordKind): string[] {
  return [...(identities === undefined ? [] : [IDENTITY]), ...Object.keys(facets)]
}

function isValidFacet({ identities = [] }: RecordKind, name: string, value: string | null): value is string {
  if (value === null || value === '' || value.length > VALUE_MAX) return false
  return name !== IDENTITY || identities.includes(value)
}

/** Reads the query of a URL. Unknown and malformed values count as absent. */
export function readRecordListParams(kind: RecordKind, search: string): RecordListParams {
  const query = new URLSearchParams(search)
  const facets: Record<string, string> = {}
  for (const name of facetNames(kind)) {
    const value = query.get(name)
    if (isValidFacet(kind, name, value)) facets[name] = value
  }
  const view = recordViews.find((known) => known === query.get('view')) ?? 'current'
  return { companyId: companyIdOf(query, companyParameter(kind.key)), view, facets }
}

/** URL of a list without default values. Inverse of `readRecordListParams`. */
export const recordListUrl = (kind: RecordKind, { companyId, view, facets }: RecordListParams): string =>
  recordListPath(kind.key, companyId, { ...(view !== 'current' && { view }), ...facets })

/** Returns the facets with one value set, or removed when `value` is null. */
export function withFacet(
  facets: RecordListParams['facets'],
  name: string,
  value: string | null,
): RecordListParams['facets'] {
  const { [name]: _removed, ...rest } = facets
  return value === null ? rest : { ...rest, [name]: value }
}

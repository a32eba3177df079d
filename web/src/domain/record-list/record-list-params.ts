import { type RecordList, type RecordView, recordViews } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { companyParameter, recordListPath } from '../record-paths.ts'

/** What a list can be narrowed by, as its answer says. */
export type Facet = RecordList['facets'][number]

/** What a list shows, as its address says it. */
export type RecordListParams = {
  /** Empty where the address has none. */
  companyId: string
  view: RecordView
  /** Values of facets, by the names the kind gives them. */
  facets: Readonly<Record<string, string>>
}

const IDENTITY = 'identity'
/** The longest value a facet may be asked for. */
const VALUE_MAX = 200

function facetNames({ identities, facets = {} }: RecordKind): string[] {
  return [...(identities === undefined ? [] : [IDENTITY]), ...Object.keys(facets)]
}

function isValidFacet({ identities = [] }: RecordKind, name: string, value: string | null): value is string {
  if (value === null || value === '' || value.length > VALUE_MAX) return false
  return name !== IDENTITY || identities.includes(value)
}

/** Reads the query of an address; what is unknown or malformed counts as absent. */
export function readRecordListParams(kind: RecordKind, search: string): RecordListParams {
  const query = new URLSearchParams(search)
  const facets: Record<string, string> = {}
  for (const name of facetNames(kind)) {
    const value = query.get(name)
    if (isValidFacet(kind, name, value)) facets[name] = value
  }
  const view = recordViews.find((known) => known === query.get('view')) ?? 'current'
  return { companyId: query.get(companyParameter(kind.key)) ?? '', view, facets }
}

/** The address of a list, without what is default. `readListPlace` gives the same back. */
export const recordListUrl = (kind: RecordKind, { companyId, view, facets }: RecordListParams): string =>
  recordListPath(kind.key, companyId, { ...(view !== 'current' && { view }), ...facets })

/** The facets with one set, or taken away where `value` is null. */
export function withFacet(
  facets: RecordListParams['facets'],
  name: string,
  value: string | null,
): RecordListParams['facets'] {
  const { [name]: _removed, ...rest } = facets
  return value === null ? rest : { ...rest, [name]: value }
}

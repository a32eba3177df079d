import type { RecordCounts, RecordList, RecordView } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { facetValue } from '../../records/record-facets.ts'
import type { CountedList, Group, ListedRecord } from './record-list.repository.ts'

/** Name of the facet for the part of the company in a record (`recordListQueryOf`). */
const IDENTITY = 'identity'
/** Most options shown per facet. */
const OPTIONS = 100

const sum = (groups: readonly Group[]) => groups.reduce((total, { records }) => total + records, 0)

/** View and filters of a list. `facets` by name. */
export type Narrowing = { view: RecordView; identity: string | null; facets: ReadonlyMap<string, string> }

/** Whether a group belongs to the view and passes the filters, ignoring the facet named by `except`. */
function isChosen(
  group: Group,
  names: readonly string[],
  { view, identity, facets }: Narrowing,
  except?: string,
): boolean {
  if (group.view !== view) return false
  if (except !== IDENTITY && identity !== null && group.identity !== identity) return false
  return names.every((name, at) => {
    const wanted = facets.get(name)
    return name === except || wanted === undefined || group.facets[at] === facetValue(wanted)
  })
}

/** Years newest first, other values most frequent first. */
const byUse = (a: { value: string; count: number }, b: { value: string; count: number }) => {
  const areYears = /^\d{4}$/.test(a.value) && /^\d{4}$/.test(b.value)
  const [first, second] = a.value < b.value ? [-1, 1] : [1, -1]
  return areYears ? second : b.count - a.count || first
}

/** Records of one page of the filtered list, in order. */
export function recordsOnPage(
  kind: RecordKind,
  { groups, records }: CountedList,
  { page, pageSize, ...chosen }: Narrowing & { page: number; pageSize: number },
): ListedRecord[] {
  const names = Object.keys(kind.facets ?? {})
  const listed = new Set(groups.filter((group) => !group.isNamesake && isChosen(group, names, chosen)))
  const end = page * pageSize
  const listedSoFar: ListedRecord[] = []
  for (const record of records) {
    if (listedSoFar.length >= end) break
    if (listed.has(record.group)) listedSoFar.push(record)
  }
  return listedSoFar.slice(end - pageSize)
}

/** Counts shown beside the rows. The options of a facet are counted with all other filters applied. */
export function countsOfList(
  kind: RecordKind,
  groups: readonly Group[],
  chosen: Narrowing,
): Pick<RecordList, 'total' | 'counts' | 'facets' | 'namesakes'> {
  const names = Object.keys(kind.facets ?? {})
  const own = groups.filter(({ isNamesake }) => !isNamesake)
  const of = (view: keyof RecordCounts) => sum(own.filter((group) => group.view === view))
  const optionsOf = (name: string, at: number) => {
    const counted = own.filter((group) => group.facets[at] !== '' && isChosen(group, names, chosen, name))
    return Array.from(
      Map.groupBy(counted, (group) => group.facets[at] ?? ''),
      ([value, having]) => ({ value, count: sum(having) }),
    )
      .toSorted(byUse)
      .slice(0, OPTIONS)
  }
  return {
    total: sum(own.filter((group) => isChosen(group, names, chosen))),
    counts: { current: of('current'), disputed: of('disputed'), history: of('history') },
    facets: [
      ...(kind.identities === undefined ? [] : [identityFacet(kind.identities, own, names, chosen)]),
      ...Object.entries(kind.facets ?? {}).map(([name, { label }], at) => ({
        name,
        label,
        options: optionsOf(name, at),
      })),
    ],
    namesakes: sum(groups.filter(({ isNamesake }) => isNamesake)),
  }
}

/** Parts that the company has in its records, in the order of the kind. */
function identityFacet(
  identities: readonly string[],
  groups: readonly Group[],
  names: readonly string[],
  chosen: Narrowing,
): RecordList['facets'][number] {
  const counted = groups.filter((group) => isChosen(group, names, chosen, IDENTITY))
  const options = identities
    .map((value) => ({ value, count: sum(counted.filter(({ identity }) => identity === value)) }))
    .filter(({ count }) => count > 0)
  return { name: IDENTITY, label: '本企业身份', options }
}

import { type CaseGrouping, type CaseThread, caseSteps } from '@baiqicha/contract/records/case-thread'
import { isAmount, textOf } from '@baiqicha/contract/records/fields'
import type { LegalRiskKey } from '@baiqicha/contract/records/kind-table'
import { type RecordCounts, type RecordList, type RecordView, recordViews } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import type { Thread } from '../../domain/records/case-number.ts'
import type { SourceTable } from '../../platform/database/tables/company.ts'
import { facetValue } from '../../records/record-fields.ts'
import { recordStatusOf, type ShownRecord, sourcesOf } from '../../records/shown-record.ts'
import type { CaseMember, CaseThreads, CountedList, Group, ListedRecord } from './record-list.repository.ts'
import { textFrom } from './records.presenter.ts'

/** Name of the facet for the part of the company in a record (`recordListQueryOf`). */
const IDENTITY = 'identity'
/** Most options shown per facet. */
const OPTIONS = 100

const recordsOf = (groups: readonly Group[]) => groups.reduce((total, { records }) => total + records, 0)

/** View and filters of a list. `facets` by name. */
type Narrowing = { view: RecordView; identity: string | null; facets: ReadonlyMap<string, string> }

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
  const of = (view: keyof RecordCounts) => recordsOf(own.filter((group) => group.view === view))
  const optionsOf = (name: string, at: number) => {
    const counted = own.filter((group) => group.facets[at] !== '' && isChosen(group, names, chosen, name))
    return Array.from(
      Map.groupBy(counted, (group) => group.facets[at] ?? ''),
      ([value, having]) => ({ value, count: recordsOf(having) }),
    )
      .toSorted(byUse)
      .slice(0, OPTIONS)
  }
  return {
    total: recordsOf(own.filter((group) => isChosen(group, names, chosen))),
    counts: { current: of('current'), disputed: of('disputed'), history: of('history') },
    facets: [
      ...(kind.identities === undefined ? [] : [identityFacet(kind.identities, own, names, chosen)]),
      ...Object.entries(kind.facets ?? {}).map(([name, { label }], at) => ({
        name,
        label,
        options: optionsOf(name, at),
      })),
    ],
    namesakes: recordsOf(groups.filter(({ isNamesake }) => isNamesake)),
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
    .map((value) => ({ value, count: recordsOf(counted.filter(({ identity }) => identity === value)) }))
    .filter(({ count }) => count > 0)
  return { name: IDENTITY, label: '本企业身份', options }
}

/** Which records a list is about; `kind` undefined: those of every legal kind. */
type Wanted = { view: RecordView; kind: LegalRiskKey | undefined }

const isWanted =
  ({ view, kind }: Wanted) =>
  (record: CaseMember) =>
    record.view === view && (kind === undefined || record.kind === kind)

const idOf = ({ records }: Thread<CaseMember>) => records[0]?.id ?? ''

/** Cases with a wanted record, or these records one by one; newest wanted record first. */
export function rowsInView({ threads }: CaseThreads, wanted: Wanted, by: CaseGrouping): Thread<CaseMember>[] {
  const matches = isWanted(wanted)
  // Records are newest first. Empty: none has a date.
  const dateOf = ({ records }: Thread<CaseMember>) => records.find(matches)?.publishedOn ?? ''
  const rows =
    by === 'case'
      ? threads.filter(({ records }) => records.some(matches))
      : threads.flatMap(({ records, isNumbered }) =>
          records.filter(matches).map((record) => ({ records: [record], isNumbered })),
        )
  return rows.toSorted((a, b) => {
    const [one, other] = [dateOf(a), dateOf(b)]
    if (one !== other) return one < other ? 1 : -1
    return idOf(a) < idOf(b) ? -1 : 1
  })
}

/** Numbers above a list: records of each view, and cases of the view. */
export function countsOfCases({ threads }: CaseThreads, { view, kind }: Wanted) {
  const inView = (of: RecordView, among: readonly Thread<CaseMember>[] = threads) =>
    among.reduce((sum, { records }) => sum + records.filter(isWanted({ view: of, kind })).length, 0)
  const counts: RecordCounts = { current: inView('current'), disputed: inView('disputed'), history: inView('history') }
  const [numbered, unnumbered] = [true, false].map((is) => threads.filter(({ isNumbered }) => isNumbered === is))
  return {
    counts,
    cases: numbered?.filter(({ records }) => records.some(isWanted({ view, kind }))).length ?? 0,
    unnumbered: inView(view, unnumbered),
  }
}

/** Fields of one line about a record, with their labels where the value alone does not say what it is. */
const briefFields: Readonly<Record<LegalRiskKey, readonly string[]>> = {
  courtAnnouncement: ['court', 'courtroom'],
  enterpriseCourtAnnouncement: ['noticeType'],
  judicialDocument: ['procedure', 'docType'],
  executedPerson: ['execAmount'],
  dishonestExecutor: ['performance'],
  consumptionRestriction: ['restrictedPerson', 'restrictedRole'],
}
/** Fields with the amount of a case, the one that the enforcement states first. */
const amountFields = { executedPerson: 'execAmount', dishonestExecutor: 'amount', judicialDocument: 'amount' } as const

/** Fields that a case shows of its records. */
export const caseFields = [
  ...new Set(['caseNo', 'cause', ...Object.values(briefFields).flat(), ...Object.values(amountFields)]),
]

function briefOf({ kind, masked: { fields } }: ShownRecord, names: readonly string[]): string | null {
  const values = names.flatMap((name) => {
    const text = textFrom(fields[name] ?? null)
    return text === '' ? [] : [isAmount(fields[name]) ? `${kind.fields[name]?.label ?? ''} ${text}` : text]
  })
  return values.length === 0 ? null : values.join(' · ')
}

function amountOf(records: readonly ShownRecord[]): CaseThread['amount'] {
  for (const [key, name] of Object.entries(amountFields)) {
    for (const { kind, masked } of records) {
      const value = kind.key === key ? masked.fields[name] : undefined
      if (isAmount(value)) return { ...value, label: kind.fields[name]?.label ?? '' }
    }
  }
  return null
}

/** The value that all records which state one agree in; null otherwise. */
const agreed = (values: readonly (string | null)[]): string | null => {
  const stated = new Set(values.filter((value) => value !== null))
  return stated.size === 1 ? ([...stated][0] ?? null) : null
}

/** Every source once, the newest first. */
function newestSources(
  records: readonly ShownRecord[],
  sources: ReadonlyMap<string, SourceTable>,
): CaseThread['sources'] {
  const newestFirst = records
    .flatMap(({ record }) => sourcesOf(record, sources))
    .toSorted((a, b) => ((a.asOf ?? '') < (b.asOf ?? '') ? 1 : -1))
  return newestFirst.filter(
    (source, at) => newestFirst.findIndex(({ sourceId }) => sourceId === source.sourceId) === at,
  )
}

/** The kinds of which the case has a record, each with the view of its strongest. */
const stepsOfThread = ({ records }: Thread<CaseMember>): CaseThread['steps'] =>
  caseSteps.flatMap(({ kind }) => {
    const view = recordViews.find((one) => records.some((record) => record.kind === kind && record.view === one))
    return view === undefined ? [] : [{ kind, view }]
  })

/** A record of a case that readers may see, with the part of the company in it. */
type ShownMember = { member: CaseMember; shown: ShownRecord; identity: string | null }

/** A case with its newest records. */
export function caseThreadOf(
  thread: Thread<CaseMember>,
  members: readonly ShownMember[],
  sources: ReadonlyMap<string, SourceTable>,
): CaseThread {
  const records = members.map(({ shown }) => shown)
  const first = (name: string) =>
    records.map(({ masked }) => textOf(masked.fields, name)).find((text) => text !== null) ?? null
  return {
    id: idOf(thread),
    caseNo: first('caseNo'),
    matter: first('cause'),
    identity: agreed(members.map(({ identity }) => identity)),
    amount: amountOf(records),
    steps: stepsOfThread(thread),
    records: members.map(({ member, shown }) => ({
      recordKind: member.kind,
      id: member.id,
      view: shown.view,
      recordStatus: recordStatusOf(shown),
      publishedAt: shown.record.published_on,
      caseNo: textOf(shown.masked.fields, 'caseNo'),
      brief: briefOf(shown, briefFields[member.kind]),
    })),
    recordCount: thread.records.length,
    sources: newestSources(records, sources),
  }
}

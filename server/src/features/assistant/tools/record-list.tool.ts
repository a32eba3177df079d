import { coveredTitle, otherTitle, uncoveredParts } from '@baiqicha/contract/records/coverage-limits'
import type { FieldValue, RecordFields } from '@baiqicha/contract/records/fields'
import { kindTable, type ListedKindKey, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordList, RecordRow, RecordView } from '@baiqicha/contract/records/record'
import { recordViewLabels, recordViews } from '@baiqicha/contract/records/record'
import { detailPathname, listPathname } from '@baiqicha/contract/records/record-pathnames'
import { todayOf } from '../../../records/record-visibility.ts'
import { listRevision } from '../cited-changes.rules.ts'
import { isWithinRange } from '../evidence/amount-range.ts'
import type { Evidence, EvidenceField } from '../evidence/evidence.ts'
import type { ListNarrowing } from '../evidence/tool-call.ts'
import type { AmountRange, Days, Order } from '../question/parsed-question.ts'
import {
  dateField,
  evidenceOf,
  type Fields,
  fieldsOf,
  NOT_CONNECTED,
  numberField,
  OWN_SOURCE,
  textField,
  textsField,
  unitOfKind,
} from './evidence-fields.ts'
import type { ToolDeps } from './tool-deps.ts'

/** A list of a kind, narrowed by what is given; without `limit` its counts alone. */
export type RecordsRequest = Pick<ListNarrowing, 'companyId'> &
  Partial<ListNarrowing> & {
    kind: ListedKindKey
    identity?: string | null
    facets?: Readonly<Record<string, string>>
    /** Which rows count, beside days and amount, with the conditions as fields; null: every row. */
    passes?: { row: (row: RecordRow) => boolean; conditions: Fields } | null
  }

/** Most rows that are read to narrow or order a list, and to sum it up. */
const MOST_ROWS = 2000
const MOST_SUMMED = 200

type ListDeps = Pick<ToolDeps, 'listRecords'>
type Company = { id: string; name: string; isDemo: boolean }

/** Field by which a list is narrowed and ordered by amount; null: the kind has none. */
function amountFieldOf(kind: ListedKindKey): string | null {
  const entries = Object.entries(recordKinds[kind].fields).filter(([, { inList }]) => inList === true)
  return (
    (entries.find(([, { type }]) => type === 'percent') ?? entries.find(([, { type }]) => type === 'amount'))?.[0] ??
    null
  )
}

const unitFactors: Readonly<Record<string, number>> = { 元: 1, 万元: 1e4, 亿元: 1e8 }

/** In 元, or in %; null: not stated, or in another currency. */
function amountOf(row: RecordRow, field: string | null): number | null {
  const value = field === null ? null : row.fields[field]
  if (typeof value === 'number') return value
  if (value === null || value === undefined || typeof value !== 'object' || Array.isArray(value)) return null
  const factor = unitFactors[value.unit]
  return factor === undefined ? null : value.value * factor
}

/** Year of a yearly record (2025), else the day on which a record was published; null: neither. */
const dateOf = ({ fields: { year }, publishedAt }: RecordRow) => (typeof year === 'number' ? String(year) : publishedAt)

/** A year is within days of it: the number of employees of 2025 belongs to 近三年. */
const isWithinDays = (date: string | null, { from, to }: Days) =>
  date !== null &&
  (from === null || date >= from.slice(0, date.length)) &&
  (to === null || date <= to.slice(0, date.length))

const isWithinAmount = (amount: number | null, range: AmountRange) => amount !== null && isWithinRange(amount, range)

const sorters: Readonly<Record<Order, (a: RecordRow, b: RecordRow, amount: string | null) => number>> = {
  newest: (a, b) => (dateOf(b) ?? '').localeCompare(dateOf(a) ?? ''),
  oldest: (a, b) => (dateOf(a) ?? '9999').localeCompare(dateOf(b) ?? '9999'),
  most: (a, b, amount) => (amountOf(b, amount) ?? -1) - (amountOf(a, amount) ?? -1),
  least: (a, b, amount) => (amountOf(a, amount) ?? Infinity) - (amountOf(b, amount) ?? Infinity),
}

/**
 * Records of one kind of a company: counts of each view, and the first rows. The rows of a view and their count are from
 * one query. null: no such company.
 */
export async function recordEvidence(deps: ListDeps, request: RecordsRequest): Promise<Evidence[] | null> {
  const { kind, companyId, view = null, identity = null, limit = 0, order = null } = request
  const { days = null, amount: range = null, passes = null } = request
  const facets = new Map(Object.entries(request.facets ?? {}))
  const read = (of: RecordView, pageSize: number) =>
    deps.listRecords({ kind, companyId, view: of, identity, facets, page: 1, pageSize })
  const firstView = view ?? 'current'
  const rowsShown = Math.max(1, Math.min(limit, MOST_ROWS))
  const first = await read(firstView, rowsShown)
  if (first === null) return null
  const company = { id: first.company.id, name: first.company.name, isDemo: first.company.isDemo }

  const narrows = days !== null || range !== null || passes !== null
  const isNarrowed = narrows || identity !== null || facets.size > 0
  const amount = amountFieldOf(kind)
  const isCounted = (row: RecordRow) =>
    (days === null || isWithinDays(dateOf(row), days)) &&
    (range === null || isWithinAmount(amountOf(row, amount), range)) &&
    (passes === null || passes.row(row))
  const counts = { ...first.counts }
  const rows: { row: RecordRow; view: RecordView }[] = []
  /** Newest record that the conditions leave out. */
  const nearest: { row: RecordRow; view: RecordView }[] = []
  let isComplete = true
  for (const of of recordViews) {
    const isWanted = limit > 0 && (view === null || view === of)
    if (counts[of] === 0 || !(isWanted || isNarrowed)) continue
    const readsAll = narrows || (isWanted && order !== null)
    const pageSize = readsAll ? MOST_ROWS : isWanted ? rowsShown : 1
    const list = of === firstView && pageSize <= rowsShown ? first : await read(of, pageSize)
    if (list === null) return null
    if (readsAll && list.total > MOST_ROWS) isComplete = false
    const counted = list.list.filter(isCounted)
    counts[of] = narrows ? counted.length : list.total
    if (!isWanted) continue
    rows.push(...counted.map((row) => ({ row, view: of })))
    const [newest] = list.list.toSorted((a, b) => sorters.newest(a, b, amount))
    if (newest !== undefined && (dateOf(newest) ?? '') >= newestDate(nearest)) nearest[0] = { row: newest, view: of }
  }
  const ordered = order === null ? rows : rows.toSorted((a, b) => sorters[order](a.row, b.row, amount))
  // 0 records of a company that no source covers is not 0.
  const counted = view === null ? sumOf(counts) : counts[view]
  // A part of the list does not show which record is first.
  const within = isComplete || order === null ? ordered.slice(0, limit) : []
  // Nothing within a time or an amount: the newest record outside of it stands beside the counts of 0.
  const shown = counted === 0 && narrows && passes === null ? nearest : within
  if (!first.connected && counted === 0) return [notConnected([kind], company)]
  const list = listEvidence(first, {
    kind,
    company,
    counts: isComplete || !narrows ? counts : null,
    conditions: isNarrowed ? conditionFields(request, amount) : {},
    isNarrowed,
    sum: view === null || view === 'current' ? await sumOfCurrent(deps, request, first, amount, isNarrowed) : [],
  })
  const rest = first.connected ? uncoveredParts(kind, first.limits) : [otherTitle(kind)]
  const uncovered = rest.length === 0 ? [] : [uncoveredEvidence(kind, rest, company)]
  return [list, ...shown.map(({ row, view: of }) => rowEvidence(row, of, company)), ...uncovered]
}

const newestDate = ([one]: readonly { row: RecordRow }[]) => (one === undefined ? '' : (dateOf(one.row) ?? ''))

const sumOf = ({ current, disputed, history }: Record<RecordView, number>) => current + disputed + history

/** Sum of the amounts of all current records, where every one states it in 元. */
async function sumOfCurrent(
  deps: ListDeps,
  { kind, companyId }: RecordsRequest,
  { counts }: RecordList,
  amount: string | null,
  isNarrowed: boolean,
): Promise<EvidenceField[]> {
  const field = amount === null ? undefined : recordKinds[kind].fields[amount]
  if (isNarrowed || field?.type !== 'amount' || counts.current < 2 || counts.current > MOST_SUMMED) return []
  if (kindTable[kind].group === 'overview') return []
  const all = await deps.listRecords({
    kind,
    companyId,
    view: 'current',
    identity: null,
    facets: new Map(),
    page: 1,
    pageSize: MOST_SUMMED,
  })
  const amounts = all?.list.map((row) => amountOf(row, amount)) ?? []
  if (amounts.length !== counts.current || amounts.some((one) => one === null)) return []
  const total = amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  return numberField(`当前${field.label}合计`, Math.round(total * 100) / 100, '元')
}

/** Conditions of a narrowed list, so that a sentence can state them. */
function conditionFields(
  { kind, identity = null, facets = {}, days, amount, passes }: RecordsRequest,
  amountField: string | null,
): Fields {
  const known = recordKinds[kind].facets ?? {}
  const { label = '金额' } = amountField === null ? {} : (recordKinds[kind].fields[amountField] ?? {})
  const isShare = amountField !== null && recordKinds[kind].fields[amountField]?.type === 'percent'
  const bound = (name: string, value: number | null) =>
    value === null ? [] : isShare ? numberField(name, value, '%') : numberField(name, value / 1e4, '万元')
  const own = fieldsOf({
    identity: textField('本企业身份', identity),
    ...Object.fromEntries(
      Object.entries(facets).map(([name, value]) => [`facet-${name}`, textField(known[name]?.label ?? name, value)]),
    ),
    from: dateField('日期自', days?.from ?? null),
    to: dateField('日期至', days?.to ?? null),
    least: bound(`${label}${amount?.excludesLeast === true ? '高于' : '不低于'}`, amount?.least ?? null),
    most: bound(`${label}${amount?.excludesMost === true ? '低于' : '不高于'}`, amount?.most ?? null),
  })
  return { ...own, ...passes?.conditions }
}

type CountedList = {
  kind: ListedKindKey
  company: Company
  /** null: too many records to be narrowed. */
  counts: Record<RecordView, number> | null
  conditions: Fields
  isNarrowed: boolean
  sum: readonly EvidenceField[]
}

function listEvidence(
  { feeds, limits, company: { id } }: RecordList,
  { kind, company, counts, conditions, isNarrowed, sum }: CountedList,
): Evidence {
  const unit = unitOfKind(kind)
  const counted: Fields =
    counts === null
      ? {}
      : fieldsOf({
          ...Object.fromEntries(
            recordViews.map((view) => [view, numberField(recordViewLabels[view], counts[view], unit)]),
          ),
          total: numberField('合计', sumOf(counts), unit),
        })
  const { group, listedOn } = kindTable[kind]
  return evidenceOf({
    id: `records:${id}:${kind}${isNarrowed ? `:${JSON.stringify(conditions)}` : ''}`,
    citedType: 'records',
    recordType: kind,
    company,
    label: coveredTitle(kind, limits),
    fields: { ...counted, ...fieldsOf({ sum }), ...conditions },
    sourceName: feeds[0]?.sourceName ?? OWN_SOURCE,
    date:
      feeds
        .flatMap(({ asOf }) => asOf ?? [])
        .toSorted()
        .at(-1) ?? null,
    path:
      listedOn === 'page'
        ? `${listPathname(kind)}?${group === 'overview' ? 'id' : 'companyId'}=${encodeURIComponent(id)}`
        : `/company/detail?id=${encodeURIComponent(id)}`,
    revision: isNarrowed || counts === null ? null : listRevision(counts),
  })
}

/** Kinds without a source state nothing about the company. */
export const notConnected = (kinds: readonly RecordKindKey[], company: Company | null): Evidence =>
  uncoveredEvidence(
    kinds.length === 1 ? (kinds[0] ?? null) : null,
    kinds.map((kind) => kindTable[kind].title),
    company,
  )

/** What no source states about the company: kinds, or a part of one. */
const uncoveredEvidence = (kind: RecordKindKey | null, titles: readonly string[], company: Company | null): Evidence =>
  evidenceOf({
    id: `unconnected:${company?.id ?? ''}:${titles.join(',')}`,
    citedType: 'coverage',
    recordType: kind,
    company,
    label: '收录范围',
    fields: fieldsOf({ connection: textsField(NOT_CONNECTED, titles) }),
  })

const countUnits: Readonly<Record<string, string>> = {
  year: '年',
  revenueYear: '年',
  rank: '位',
  employees: '人',
  insuredCount: '人',
}

/** Longest text of a record that a sentence may cite. */
const LONGEST_TEXT = 300

function fieldOf(name: string, label: string, value: FieldValue): EvidenceField[] {
  if (value === null) return []
  if (typeof value === 'string') {
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dateField(label, value)
    return value.length > LONGEST_TEXT ? [] : textField(label, value)
  }
  if (typeof value === 'number') {
    const unit = countUnits[name]
    return unit === undefined ? [] : numberField(label, value, unit)
  }
  if (Array.isArray(value)) {
    const texts = value.flatMap((one) => (typeof one === 'string' ? one : 'name' in one ? one.name : []))
    return textsField(label, texts)
  }
  return numberField(label, value.value, value.unit)
}

function rowFields(kind: ListedKindKey, fields: RecordFields): Fields {
  return fieldsOf(
    Object.fromEntries(
      Object.entries(recordKinds[kind].fields).map(([name, { label, type }]) => {
        const value = fields[name] ?? null
        if (type === 'percent') return [name, typeof value === 'number' ? numberField(label, value, '%') : []]
        if (type === 'link' || type === 'contact' || type === 'certificate') return [name, []]
        return [name, fieldOf(name, label, value)]
      }),
    ),
  )
}

/** One row of a list. */
function rowEvidence(row: RecordRow, view: RecordView, company: Company): Evidence {
  const kind = row.recordKind
  if (kind === 'contact') throw new TypeError('contacts have no list')
  const [source] = row.sources
  const own = rowFields(kind, row.fields)
  const hasDate = Object.values(own).some(({ value }) => value.type === 'date')
  return {
    id: `record:${row.id}:${company.id}`,
    citedType: 'record',
    recordType: kind,
    recordId: row.id,
    company,
    label: kindTable[kind].title,
    view,
    fields: {
      ...own,
      ...fieldsOf({
        identityOfCompany: textField('本企业身份', row.identity),
        recordStatus: textField('记录状态', row.recordStatus),
        published: hasDate ? [] : dateField('发布日期', row.publishedAt),
        removed: dateField('移出日期', row.removedAt),
        disputedSince: dateField('异议日期', row.dispute === null ? null : todayOf(Date.parse(row.dispute.since))),
      }),
    },
    sourceName: source?.sourceName ?? OWN_SOURCE,
    date: source?.asOf ?? null,
    path: kindTable[kind].hasDetail
      ? `${detailPathname(kind)}?id=${encodeURIComponent(row.id)}&companyId=${encodeURIComponent(company.id)}`
      : null,
    revision: row.updatedAt,
  }
}

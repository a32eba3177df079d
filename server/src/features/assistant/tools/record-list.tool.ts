import { detailPathname, listPathname } from '@baiqicha/contract/pages'
import { coveredTitle, otherTitle, uncoveredParts } from '@baiqicha/contract/records/coverage-limits'
import { type FieldValue, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { kindTable, type ListedKindKey, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import {
  type RecordList,
  type RecordRow,
  type RecordView,
  recordViewLabels,
  recordViews,
} from '@baiqicha/contract/records/record'
import { chinaDay } from '../../../domain/clock.ts'
import { listRevision } from '../cited-changes.rules.ts'
import type { Evidence, EvidenceField } from '../evidence/evidence.ts'
import { isWithinDays, isWithinRange } from '../evidence/ranges.ts'
import type { ToolArguments } from '../evidence/tool-call.ts'
import type { Order } from '../question/parsed-question.ts'
import {
  boundWords,
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
type RecordsRequest = Partial<ToolArguments['records']> & Pick<ToolArguments['records'], 'companyId' | 'kind'>

/** Most rows that are read to narrow or order a list, and to sum it up. */
const MOST_ROWS = 2000
const MOST_SUMMED = 200

type ListDeps = Pick<ToolDeps, 'listRecords' | 'findRecord'>
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

const sorters: Readonly<Record<Order, (a: RecordRow, b: RecordRow, amount: string | null) => number>> = {
  newest: (a, b) => (dateOf(b) ?? '').localeCompare(dateOf(a) ?? ''),
  oldest: (a, b) => (dateOf(a) ?? '9999').localeCompare(dateOf(b) ?? '9999'),
  most: (a, b, amount) => (amountOf(b, amount) ?? -1) - (amountOf(a, amount) ?? -1),
  least: (a, b, amount) => (amountOf(a, amount) ?? Infinity) - (amountOf(b, amount) ?? Infinity),
}

/** Names of persons have at most three characters, or four with a surname of two. */
const LONGEST_PERSON = 4

/** A person is found by the whole name; a company also by a part of its name. Persons are never looked up beyond one. */
const isNamed = ({ fields }: RecordRow, name: string) => {
  const own = textOf(fields, 'name') ?? ''
  return own === name || (Array.from(name).length > LONGEST_PERSON && own.includes(name))
}
const holds = ({ fields: { positions } }: RecordRow, position: string) =>
  Array.isArray(positions) && positions.some((one) => typeof one === 'string' && one.includes(position))

/**
 * Records of one kind of a company: counts of each view, and the first rows. The rows of a view and their count are from
 * one query. null: no such company.
 */
export async function recordEvidence(deps: ListDeps, request: RecordsRequest): Promise<Evidence[] | null> {
  const { kind, companyId, view = null, identity = null, limit = 0, order = null } = request
  const { days = null, amount: range = null, person = null, position = null } = request
  const facets = new Map(Object.entries(request.facets ?? {}))
  const read = (of: RecordView, pageSize: number) =>
    deps.listRecords({ kind, companyId, view: of, identity, facets, page: 1, pageSize })
  const rowsShown = Math.max(1, Math.min(limit, MOST_ROWS))
  const first = await read(view ?? 'current', rowsShown)
  if (first === null) return null
  const company = { id: first.company.id, name: first.company.name, isDemo: first.company.isDemo }

  const isOfHolder = person !== null || position !== null
  const narrows = days !== null || range !== null || isOfHolder
  const isNarrowed = narrows || identity !== null || facets.size > 0
  const amount = amountFieldOf(kind)
  const isCounted = (row: RecordRow) => {
    const [date, own] = [dateOf(row), amountOf(row, amount)]
    return (
      (days === null || (date !== null && isWithinDays(date, days))) &&
      (range === null || (own !== null && isWithinRange(own, range))) &&
      (person === null || isNamed(row, person)) &&
      (position === null || holds(row, position))
    )
  }
  const counts = { ...first.counts }
  /** Also those that the conditions leave out. */
  const found: ViewedRow[] = []
  let isComplete = true
  for (const of of recordViews) {
    // An empty view shows what the others have.
    const isWanted = limit > 0 && (view === null || view === of || first.counts[view] === 0)
    if (counts[of] === 0 || !(isWanted || isNarrowed)) continue
    const readsAll = narrows || (isWanted && order !== null)
    const pageSize = readsAll ? MOST_ROWS : isWanted ? rowsShown : 1
    const list = of === (view ?? 'current') && pageSize <= rowsShown ? first : await read(of, pageSize)
    if (list === null) return null
    if (readsAll && list.total > MOST_ROWS) isComplete = false
    counts[of] = narrows ? list.list.filter(isCounted).length : list.total
    if (isWanted) found.push(...list.list.map((row) => ({ row, view: of })))
  }
  const rows = found.filter(({ row }) => isCounted(row))
  const sort = (some: readonly ViewedRow[], by: Order) => some.toSorted((a, b) => sorters[by](a.row, b.row, amount))
  const counted = view === null ? sumOf(counts) : counts[view]
  // 0 records of a company that no source covers is not 0.
  if (!first.connected && counted === 0) return [notConnected([kind], company)]
  // A part of the list does not show which record is first.
  const within = isComplete || order === null ? (order === null ? rows : sort(rows, order)).slice(0, limit) : []
  // Nothing within a time or an amount: the newest record outside of it stands beside the counts of 0.
  const shown = counted === 0 && narrows && !isOfHolder ? sort(found, 'newest').slice(0, 1) : within
  const list = listEvidence(first, {
    kind,
    company,
    counts: isComplete || !narrows ? counts : null,
    conditions: isNarrowed ? conditionFields(request, amount) : null,
    sums: isNarrowed ? {} : await sumsOf(deps, request, { counts, rows, amount }),
  })
  const rest = first.connected ? uncoveredParts(kind, first.limits) : [otherTitle(kind)]
  const uncovered = rest.length === 0 ? [] : [uncoveredEvidence(kind, rest, company)]
  const detailed = await Promise.all(shown.map((one) => withDetail(deps, one, request)))
  return [list, ...detailed.map(({ row, view: of }) => rowEvidence(row, of, company)), ...uncovered]
}

/** Kinds whose lists leave out what a sentence states: the state of a case, the fine of a tax violation. */
const detailedKinds: readonly ListedKindKey[] = ['executedPerson', 'taxViolation']
/** The row with the fields of its page. */
async function withDetail(
  { findRecord }: ListDeps,
  { row, view }: ViewedRow,
  { kind, companyId }: RecordsRequest,
): Promise<ViewedRow> {
  const detail = detailedKinds.includes(kind) ? await findRecord({ kind, id: row.id, companyId }) : null
  return { row: detail === null ? row : { ...row, fields: { ...detail.fields, ...row.fields } }, view }
}

/** The only fine that the prose of a tax violation states; null: none or several. */
function fineOf({ penalty }: RecordFields): { value: number; unit: string } | null {
  const [only, ...others] = typeof penalty === 'string' ? penalty.matchAll(statedFine) : []
  const { value = '', unit = '' } = only?.groups ?? {}
  return only === undefined || others.length > 0 ? null : { value: Number(value.replaceAll(',', '')), unit }
}
const statedFine = /罚款\s*(?:人民币)?\s*(?<value>[\d,]+(?:\.\d+)?)\s*(?<unit>万元|元)/gu

type ViewedRow = { row: RecordRow; view: RecordView }

const sumOf = ({ current, disputed, history }: Record<RecordView, number>) => current + disputed + history

/** Sums of the amounts of all current and of all former records, where every one states it in 元. */
async function sumsOf(
  deps: ListDeps,
  { kind, companyId }: RecordsRequest,
  { counts, rows, amount }: { counts: RecordList['counts']; rows: readonly ViewedRow[]; amount: string | null },
): Promise<Fields> {
  if (kind === 'branch') return statesOf(deps, companyId, counts.current)
  const field = amount === null ? undefined : recordKinds[kind].fields[amount]
  if (field?.type !== 'amount' || kindTable[kind].group === 'overview') return {}
  const sumOfView = async (of: 'current' | 'history'): Promise<EvidenceField[]> => {
    if (counts[of] < 2 || counts[of] > MOST_SUMMED) return []
    const known = rows.flatMap((one) => (one.view === of ? one.row : []))
    const query = { kind, companyId, identity: null, facets: new Map<string, string>(), page: 1, pageSize: MOST_SUMMED }
    const all = known.length === counts[of] ? known : ((await deps.listRecords({ ...query, view: of }))?.list ?? [])
    const amounts = all.flatMap((row) => amountOf(row, amount) ?? [])
    if (all.length !== counts[of] || amounts.length !== counts[of]) return []
    const total = amounts.reduce((sum, one) => sum + one, 0)
    return numberField(`${recordViewLabels[of]}${field.label}合计`, Math.round(total * 100) / 100, '元')
  }
  return fieldsOf({ sum: await sumOfView('current'), sumOfHistory: await sumOfView('history') })
}

/** Numbers of current branches by their state, the largest first. */
async function statesOf(deps: ListDeps, companyId: string, count: number): Promise<Fields> {
  if (count < 2 || count > MOST_SUMMED) return {}
  const query = { kind: 'branch', companyId, view: 'current', identity: null, page: 1, pageSize: MOST_SUMMED } as const
  const all = (await deps.listRecords({ ...query, facets: new Map() }))?.list ?? []
  const states = all.flatMap(({ fields }) => textOf(fields, 'status') ?? [])
  if (states.length !== count) return {}
  const byState = [...Map.groupBy(states, (state) => state)].toSorted(([, a], [, b]) => b.length - a.length)
  return fieldsOf(
    Object.fromEntries(byState.map(([state, same], at) => [`state${at}`, numberField(state, same.length, '家')])),
  )
}

/** Conditions of a narrowed list, so that a sentence can state them. */
function conditionFields(
  { kind, identity = null, facets = {}, days, amount, person = null, position = null }: RecordsRequest,
  amountField: string | null,
): Fields {
  const known = recordKinds[kind].facets ?? {}
  const [above, below] = boundWords(amount)
  const { label = '金额', type } = (amountField === null ? undefined : recordKinds[kind].fields[amountField]) ?? {}
  const bound = (name: string, value: number | null | undefined) =>
    type === 'percent'
      ? numberField(`${label}${name}`, value ?? null, '%')
      : numberField(`${label}${name}`, value == null ? null : value / 1e4, '万元')
  return fieldsOf({
    identity: textField('本企业身份', identity),
    ...Object.fromEntries(
      Object.entries(facets).map(([name, value]) => [`facet-${name}`, textField(known[name]?.label ?? name, value)]),
    ),
    from: dateField('日期自', days?.from ?? null),
    to: dateField('日期至', days?.to ?? null),
    least: bound(above, amount?.least),
    most: bound(below, amount?.most),
    person: textField('姓名或名称', person),
    position: textField('职务', position),
  })
}

type CountedList = {
  kind: ListedKindKey
  company: Company
  /** null: too many records to be narrowed. */
  counts: Record<RecordView, number> | null
  /** null: the whole list. */
  conditions: Fields | null
  sums: Fields
}

function listEvidence(
  { feeds, limits, company: { id } }: RecordList,
  { kind, company, counts, conditions, sums }: CountedList,
): Evidence {
  const unit = unitOfKind(kind)
  const counted = fieldsOf({
    ...Object.fromEntries(
      recordViews.map((view) => [view, numberField(recordViewLabels[view], counts?.[view] ?? null, unit)]),
    ),
    total: numberField('合计', counts === null ? null : sumOf(counts), unit),
  })
  const { group, listedOn } = kindTable[kind]
  return evidenceOf({
    id: `records:${id}:${kind}${conditions === null ? '' : `:${JSON.stringify(conditions)}`}`,
    citedType: 'records',
    recordType: kind,
    company,
    label: coveredTitle(kind, limits),
    fields: { ...counted, ...sums, ...conditions },
    sourceName: feeds[0]?.sourceName ?? OWN_SOURCE,
    // The newest comes first.
    date: feeds[0]?.asOf ?? null,
    path:
      listedOn === 'page'
        ? `${listPathname(kind)}?${group === 'overview' ? 'id' : 'companyId'}=${encodeURIComponent(id)}`
        : `/company/detail?id=${encodeURIComponent(id)}`,
    revision: conditions !== null || counts === null ? null : listRevision(counts),
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
  const fine = fineOf(row.fields)
  const hasDate = Object.values(own).some(({ value }) => value.type === 'date')
  return evidenceOf({
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
        fine: numberField('罚款', fine?.value ?? null, fine?.unit ?? ''),
        identityOfCompany: textField('本企业身份', row.identity),
        recordStatus: textField('记录状态', row.recordStatus),
        published: hasDate ? [] : dateField('发布日期', row.publishedAt),
        removed: dateField('移出日期', row.removedAt),
        disputedSince: dateField('异议日期', row.dispute === null ? null : chinaDay(Date.parse(row.dispute.since))),
      }),
    },
    sourceName: source?.sourceName ?? OWN_SOURCE,
    date: source?.asOf ?? null,
    path: kindTable[kind].hasDetail
      ? `${detailPathname(kind)}?id=${encodeURIComponent(row.id)}&companyId=${encodeURIComponent(company.id)}`
      : null,
    revision: row.updatedAt,
  })
}

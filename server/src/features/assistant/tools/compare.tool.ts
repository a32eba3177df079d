import type { AnswerTable } from '@baiqicha/contract/assistant'
import { companyFacts, type Fact } from '@baiqicha/contract/company-facts'
import { kindTable, type ListedKindKey, listedKindKeys } from '@baiqicha/contract/records/kind-table'
import { type Evidence, type EvidenceField, numberIn, shownIn, shownValue } from '../evidence/evidence.ts'
import type { ToolCall } from '../evidence/tool-call.ts'
import type { ToolResult } from '../evidence/tool-result.ts'
import type { Order } from '../question/parsed-question.ts'
import { type CompanyFacts, factsEvidence, readCompany } from './company-facts.tool.ts'
import {
  emptyResult,
  evidenceOf,
  type Fields,
  fieldsOf,
  NOT_COLLECTED,
  NOT_CONNECTED,
  numberField,
  textField,
  textsField,
} from './evidence-fields.ts'
import { notConnected, recordEvidence } from './record-list.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

type CompareCall = ToolCall & { tool: 'compare' }
type Column = { company: CompanyFacts; evidence: Evidence[] }
const MANY_FIRST = '从多到少'
/** Values that have an order, by their field, and how it goes. */
const orders: Readonly<Record<string, string>> = {
  registeredCapital: '从高到低',
  paidInCapital: '从高到低',
  insuredCount: MANY_FIRST,
  employees: MANY_FIRST,
  foundedOn: '从早到晚',
  listedOn0: '从早到晚',
}
/** Fields with the year of a value: only values of one year are compared. */
const yearFields: Readonly<Record<string, string>> = { insuredCount: 'insuredYear', employees: 'year' }
/** Annual reports in which a common year is looked for. */
const REPORTS = 10

/** What is compared of every company. */
type Row = {
  /** Field of a fact, 员工 of the annual reports, or a kind of record. */
  key: string
  label: string
  /** Absent: its values have no order. */
  order: string | undefined
  isCount: boolean
  fieldOf: (column: Column) => EvidenceField | null
  /** Values are compared only where this is the same of all: a year, what a count covers. */
  extentOf: (column: Column) => string
}

/** Compares companies of one population: values, differences, orders and what cannot be compared. */
export async function compare(deps: ToolDeps, call: CompareCall): Promise<ToolResult> {
  const { companyIds, kinds, order } = call.arguments
  const found = await Promise.all([...new Set(companyIds)].slice(0, 5).map((id) => readCompany(deps, id)))
  const companies = found.flatMap((company) => company ?? [])
  const isMixed = new Set(companies.map(({ info }) => info.isDemo)).size > 1
  if (companies.length < 2 || isMixed) return { ...emptyResult(call), problem: 'notComparable' }
  const listed = kinds.flatMap((kind) => listedKindKeys.find((one) => one === kind) ?? [])
  const employees = call.arguments.facts.includes('staffSize') ? await commonReports(deps, companies) : []
  // Ranges of staff are for companies without annual reports.
  const facts = call.arguments.facts.filter((fact) => fact !== 'staffSize' || employees.flat().length === 0)
  const columns = await Promise.all(
    companies.map(async (company, at): Promise<Column> => {
      const { id, name, isDemo } = company.info
      const lists = await Promise.all(listed.map((kind) => recordEvidence(deps, { companyId: id, kind })))
      const own = facts.length === 0 ? [] : factsEvidence(company, facts, deps.today())
      // A comparison cites counts, not single records, and what the sources of a counted kind leave out.
      const counted = lists.flatMap((list) => (list?.[0]?.citedType === 'records' ? list : []))
      const { records: counts = [], coverage = [] } = Object.groupBy(counted, ({ citedType }) => citedType)
      const unconnected = listed.filter((kind) => counts.every(({ recordType }) => recordType !== kind))
      const without = unconnected.length === 0 ? [] : [notConnected(unconnected, { id, name, isDemo })]
      return { company, evidence: [...own, ...(employees[at] ?? []), ...counts, ...without, ...coverage] }
    }),
  )
  const rows = rowsOf(columns, facts, listed)
  return {
    ...emptyResult(call),
    evidence: [...columns.flatMap(({ evidence }) => evidence), ...comparisonEvidence(columns, rows)],
    table: tableOf(order === null ? columns : inOrder(columns, rows, order), rows),
  }
}

const yearOf = (report: Evidence) => numberIn(report, 'year')
const nameOf = ({ company }: Column) => company.info.name

/** Annual report of each company: of the newest year that all have, else its newest; none: it has none. */
async function commonReports(deps: ToolDeps, companies: readonly CompanyFacts[]): Promise<Evidence[][]> {
  const reports = await Promise.all(
    companies.map(async ({ info: { id: companyId } }) => {
      const found = await recordEvidence(deps, { companyId, kind: 'annualEmployees', limit: REPORTS })
      const stated = (found ?? []).filter(({ citedType, fields }) => citedType === 'record' && 'employees' in fields)
      return stated.toSorted((a, b) => yearOf(b) - yearOf(a))
    }),
  )
  const [first = [], ...others] = reports
  const common = first.map(yearOf).find((year) => others.every((own) => own.some((one) => yearOf(one) === year)))
  return reports.map((own) => [...own.filter((one) => yearOf(one) === common), ...own].slice(0, 1))
}

function rowsOf(columns: readonly Column[], facts: readonly Fact[], kinds: readonly ListedKindKey[]): Row[] {
  const hasEmployees = columns.some((column) => stating(column, 'employees') !== undefined)
  const valued = [
    // The date of the first listing; a company without a second exchange has no other.
    ...facts.map((fact) =>
      fact === 'listings' ? (['listedOn0', '上市日期'] as const) : ([fact, companyFacts[fact].label] as const),
    ),
    ...(hasEmployees ? [['employees', '员工人数'] as const] : []),
  ]
  return [
    ...valued.map(
      ([key, label]): Row => ({
        key,
        label,
        order: orders[key],
        isCount: false,
        fieldOf: (column) => stating(column, key)?.fields[key] ?? null,
        extentOf: (column) => shownIn(stating(column, key) ?? { fields: {} }, yearFields[key] ?? ''),
      }),
    ),
    ...kinds.map(
      (kind): Row => ({
        key: kind,
        label: labelOfKind(columns, kind),
        order: MANY_FIRST,
        isCount: true,
        fieldOf: (column) => countsOfKind(column, kind)?.fields['current'] ?? null,
        extentOf: (column) => extentOfKind(column, kind),
      }),
    ),
  ]
}

/** Facts or the annual report that have a field. */
const stating = ({ evidence }: Column, name: string) =>
  evidence.find(({ citedType, fields }) => (citedType === 'facts' || citedType === 'record') && name in fields)

const countsOfKind = ({ evidence }: Column, kind: ListedKindKey) =>
  evidence.find(({ citedType, recordType }) => citedType === 'records' && recordType === kind)

/** What was counted of every company, as in 证券简称变更; the title of the kind where that differs. */
function labelOfKind(columns: readonly Column[], kind: ListedKindKey): string {
  const labels = new Set(columns.flatMap((column) => countsOfKind(column, kind)?.label ?? []))
  const [label = kindTable[kind].title, ...others] = labels
  return others.length === 0 ? label : kindTable[kind].title
}

/** What the counts of a kind cover: only counts of the same extent are compared. Known records alone are like no other count. */
function extentOfKind(column: Column, kind: ListedKindKey): string {
  const label = countsOfKind(column, kind)?.label ?? ''
  const isPart = column.evidence.some(({ citedType, recordType }) => citedType === 'coverage' && recordType === kind)
  return isPart && label === kindTable[kind].title ? column.company.info.id : label
}

/** A number, or a day as one; null: not comparable. */
function valueOf(field: EvidenceField | null): number | null {
  if (field?.value.type === 'number') return field.value.number
  return field?.value.type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(field.value.date)
    ? Number(field.value.date.replaceAll('-', ''))
    : null
}

/** The newest evidence that a comparison rests on has no date of its own: each value cites its source. */
function comparisonEvidence(columns: readonly Column[], rows: readonly Row[]): Evidence[] {
  const fields: Fields = {}
  for (const row of rows) {
    // What is missing everywhere is stated as not collected or not connected.
    const valued = columns.filter((column) => row.fieldOf(column) !== null)
    if (row.order === undefined || valued.length === 0) continue
    const lacking = row.isCount ? [] : columns.filter((column) => !valued.includes(column)).map(nameOf)
    const ordered = valued.length < 2 ? null : inComparableOrder(valued, row)
    const names = ordered?.map(({ name }) => name) ?? []
    const isSame = ordered?.[0]?.value === ordered?.at(-1)?.value
    const compared = fieldsOf({
      lacking: textsField(row.label, lacking),
      // Years or extents differ.
      differing: ordered === null && valued.length > 1 ? textsField(row.label, valued.map(nameOf)) : [],
      same: isSame ? textsField(row.label, names) : [],
      order: isSame ? [] : textsField(`${row.label}${row.order}`, names),
      difference: !isSame && ordered?.length === 2 ? differenceOf(ordered[0]?.field, ordered[1]?.field) : [],
    })
    for (const [relation, field] of Object.entries(compared)) fields[`${relation}-${row.key}`] = field
  }
  if (Object.keys(fields).length === 0) return []
  return [
    evidenceOf({
      id: `comparison:${[...columns.map(({ company }) => company.info.id), ...rows.map(({ key }) => key)].join(':')}`,
      citedType: 'facts',
      label: '企业对比',
      fields,
    }),
  ]
}

/** How far two values lie apart: 13,748 人, 2 年 11 个月. */
function differenceOf(one: EvidenceField | undefined, other: EvidenceField | undefined): EvidenceField[] {
  if (one?.value.type === 'number' && other?.value.type === 'number')
    return numberField('相差', Number((one.value.number - other.value.number).toFixed(DECIMALS)), one.value.unit)
  if (one?.value.type !== 'date' || other?.value.type !== 'date') return []
  const [from, to] = [one.value.date, other.value.date].map((date) => date.split('-').map(Number))
  const [year = 0, month = 0, day = 0] = from ?? []
  const [laterYear = 0, laterMonth = 0, laterDay = 0] = to ?? []
  const months = (laterYear - year) * 12 + laterMonth - month - (laterDay < day ? 1 : 0)
  const [years, rest] = [Math.floor(months / 12), months % 12]
  return textField('相差', [years > 0 ? `${years} 年` : '', rest > 0 ? `${rest} 个月` : ''].join(' ').trim())
}
/** Amounts are in 万元, to the 元. */
const DECIMALS = 4

/** Companies with their values, the largest number or the earliest day first; null: they cannot be compared. */
function inComparableOrder(columns: readonly Column[], { fieldOf, extentOf }: Row) {
  const cells = columns.flatMap((column) => {
    const field = fieldOf(column)
    const value = valueOf(field)
    return field === null || value === null ? [] : [{ name: nameOf(column), value, field }]
  })
  const units = cells.map(({ field: { value } }) => (value.type === 'number' ? value.unit : value.type))
  if (cells.length < columns.length || new Set(units).size > 1 || new Set(columns.map(extentOf)).size > 1) return null
  const sign = cells.every(({ field }) => field.value.type === 'date') ? 1 : -1
  return cells.toSorted((a, b) => sign * (a.value - b.value))
}

/** A row for what is stated of at least one company; null: nothing is. */
function tableOf(columns: readonly Column[], compared: readonly Row[]): AnswerTable | null {
  const rows = compared.flatMap(({ label, isCount, fieldOf }) => {
    const fields = columns.map(fieldOf)
    if (fields.every((field) => field === null)) return []
    const cells = columns.map((column, at) => {
      const field = fields[at] ?? null
      if (field === null) return isCount ? NOT_CONNECTED : NOT_COLLECTED
      // An old office is never shown without its date.
      const isOffice = label === companyFacts.legalRepresentative.label
      const dated = isOffice ? stating(column, 'legalRepresentativeDate') : undefined
      const datedBy = dated === undefined ? '' : shownIn(dated, 'legalRepresentativeDate')
      return `${shownValue(field.value)}${datedBy === '' ? '' : `（${datedBy}）`}`
    })
    return [{ label: isCount ? `${label}（当前）` : label, cells }]
  })
  if (rows.length === 0) return null
  const heads = columns.map(({ company: { info } }) => ({ label: info.name, companyId: info.id }))
  return { columns: [{ label: '项目', companyId: null }, ...heads], rows }
}

/** Columns by the first row; companies without a value come last. */
function inOrder(columns: readonly Column[], [row]: readonly Row[], order: Order) {
  const sign = order === 'most' || order === 'newest' ? -1 : 1
  return columns.toSorted((a, b) => {
    const [one, other] = [a, b].map((column) => valueOf(row?.fieldOf(column) ?? null))
    if (one == null || other == null) return Number(one == null) - Number(other == null)
    return sign * (one - other)
  })
}

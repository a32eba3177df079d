import type { AnswerTable } from '@baiqicha/contract/assistant'
import { companyFacts, type Fact } from '@baiqicha/contract/company-facts'
import {
  kindTable,
  type ListedKindKey,
  listedKindKeys,
  type RecordKindKey,
} from '@baiqicha/contract/records/kind-table'
import type { Evidence, EvidenceField } from '../evidence/evidence.ts'
import type { ToolCall } from '../evidence/tool-call.ts'
import type { ToolResult } from '../evidence/tool-result.ts'
import type { Order } from '../question/parsed-question.ts'
import { type CompanyFacts, factsEvidence, readCompany } from './company-facts.tool.ts'
import {
  emptyResult,
  type Fields,
  NOT_COLLECTED,
  NOT_CONNECTED,
  numberField,
  OWN_SOURCE,
  textsField,
} from './evidence-fields.ts'
import { notConnected, recordEvidence } from './record-list.tool.ts'
import { shownValue } from './shown-value.ts'
import type { ToolDeps } from './tool-deps.ts'

type CompareCall = ToolCall & { tool: 'compare' }
type Column = {
  company: CompanyFacts
  evidence: Evidence[]
  /** The annual report whose number of employees is compared: of the newest year that all companies have, else the newest. */
  employees: Evidence | null
}
/** Comparable value of one row for one company. */
type Cell = { name: string; value: number; field: EvidenceField }

/** Facts that have an order, with its words. */
const orderedFacts: Readonly<
  Partial<Record<Fact, { more: string; less: string; most: string; least: string; order: string }>>
> = {
  registeredCapital: { more: '高于', less: '低于', most: '最高', least: '最低', order: '从高到低' },
  paidInCapital: { more: '高于', less: '低于', most: '最高', least: '最低', order: '从高到低' },
  insuredCount: { more: '多于', less: '少于', most: '最多', least: '最少', order: '从多到少' },
  foundedOn: { more: '晚于', less: '早于', most: '最晚', least: '最早', order: '从早到晚' },
  listings: { more: '晚于', less: '早于', most: '最晚', least: '最早', order: '从早到晚' },
}
/** Field of the date of the first listing; a company without a second exchange has no other. */
const LISTED_ON = 'listedOn0'
/** Annual reports in which a common year is looked for. */
const REPORTS = 10
const countWords = { more: '多于', less: '少于', most: '最多', least: '最少', order: '从多到少' }

const isListed = (kind: RecordKindKey): kind is ListedKindKey => listedKindKeys.some((one) => one === kind)

/** Compares companies of one population: values, differences, orders and what cannot be compared. */
export async function compare(deps: ToolDeps, call: CompareCall): Promise<ToolResult> {
  const { companyIds, kinds, order } = call.arguments
  const found = await Promise.all([...new Set(companyIds)].slice(0, 5).map((id) => readCompany(deps, id)))
  const companies = found.flatMap((company) => company ?? [])
  const isMixed = new Set(companies.map(({ info }) => info.isDemo)).size > 1
  if (companies.length < 2 || isMixed) return { ...emptyResult(call), problem: 'notComparable' }
  const listed = kinds.filter(isListed)
  const employees = call.arguments.facts.includes('staffSize') ? await commonReports(deps, companies) : []
  // Ranges of staff are for companies without annual reports.
  const facts = call.arguments.facts.filter((fact) => fact !== 'staffSize' || employees.every((one) => one === null))
  const columns = await Promise.all(
    companies.map(async (company, at): Promise<Column> => {
      const lists = await Promise.all(
        listed.map((kind) => recordEvidence(deps, { ...wholeListOf(company.info.id), kind })),
      )
      const own = facts.length === 0 ? [] : factsEvidence(company, facts)
      // A comparison cites counts, not single records.
      const counts = lists.flatMap((list) => list?.slice(0, 1) ?? []).filter(({ citedType }) => citedType === 'records')
      // What the sources of a counted kind leave out.
      const uncovered = lists.flatMap((list) =>
        list?.[0]?.citedType === 'records' ? list.filter(({ citedType }) => citedType === 'coverage') : [],
      )
      const unconnected = listed.filter((kind) => counts.every(({ recordType }) => recordType !== kind))
      const { id, name, isDemo } = company.info
      const without = unconnected.length === 0 ? [] : [notConnected(unconnected, { id, name, isDemo })]
      const report = employees[at] ?? null
      return {
        company,
        evidence: [...own, ...[report ?? []].flat(), ...counts, ...without, ...uncovered],
        employees: report,
      }
    }),
  )
  const comparison = comparisonEvidence(columns, facts, listed)
  return {
    ...emptyResult(call),
    evidence: [...columns.flatMap(({ evidence }) => evidence), ...comparison],
    table: tableOf(columns, facts, listed, order),
  }
}

const reportYear = ({ fields }: Evidence) => {
  const value = fields['year']?.value
  return value?.type === 'number' ? value.number : 0
}

/** Annual report of each company: of the newest year that all have, else its newest. null: it has none. */
async function commonReports(deps: ToolDeps, companies: readonly CompanyFacts[]): Promise<(Evidence | null)[]> {
  const reports = await Promise.all(
    companies.map(async ({ info }) => {
      const found = await recordEvidence(deps, { ...wholeListOf(info.id), kind: 'annualEmployees', limit: REPORTS })
      return (found ?? []).filter(
        ({ citedType, fields }) => citedType === 'record' && fields['employees'] !== undefined,
      )
    }),
  )
  const [first = []] = reports
  const years = first
    .map(reportYear)
    .filter((year) => reports.every((own) => own.some((one) => reportYear(one) === year)))
  const newest = Math.max(...years)
  return reports.map(
    (own) =>
      own.find((one) => reportYear(one) === newest) ?? own.toSorted((a, b) => reportYear(b) - reportYear(a))[0] ?? null,
  )
}

/** Every record of a list. */
const wholeListOf = (companyId: string) => ({
  companyId,
  view: null,
  days: null,
  amount: null,
  order: null,
  limit: 0,
  identity: null,
  facets: {},
  passes: null,
})

const keyOfFact = (fact: Fact) => (fact === 'listings' ? LISTED_ON : fact)
const labelOfFact = (fact: Fact) => (fact === 'listings' ? '上市日期' : companyFacts[fact].label)

const fieldOfFact = ({ evidence }: Column, fact: Fact): EvidenceField | null => {
  const key = keyOfFact(fact)
  return (
    evidence.find(({ citedType, fields }) => citedType === 'facts' && fields[key] !== undefined)?.fields[key] ?? null
  )
}
const fieldOfReport = ({ employees }: Column): EvidenceField | null => employees?.fields['employees'] ?? null
const fieldOfKind = (column: Column, kind: ListedKindKey): EvidenceField | null =>
  countsOfKind(column, kind)?.fields['current'] ?? null

const countsOfKind = ({ evidence }: Column, kind: ListedKindKey) =>
  evidence.find(({ citedType, recordType }) => citedType === 'records' && recordType === kind)

/** What was counted of every company, as in 证券简称变更; the title of the kind where that differs. */
function labelOfKind(columns: readonly Column[], kind: ListedKindKey): string {
  const labels = new Set(columns.flatMap((column) => countsOfKind(column, kind)?.label ?? []))
  const [label = kindTable[kind].title, ...others] = labels
  return others.length === 0 ? label : kindTable[kind].title
}

/** What the counts of a kind cover: only counts of the same extent are compared. Known records alone are like no other count. */
function extentOf(column: Column, kind: ListedKindKey): string {
  const label = countsOfKind(column, kind)?.label ?? ''
  const isPart = column.evidence.some(({ citedType, recordType }) => citedType === 'coverage' && recordType === kind)
  return isPart && label === kindTable[kind].title ? column.company.info.id : label
}

/** A number, or a day as one; null: not comparable. */
function valueOf({ value }: EvidenceField): number | null {
  if (value.type === 'number') return value.number
  return value.type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value.date) ? Number(value.date.replaceAll('-', '')) : null
}

const unitOf = ({ value }: EvidenceField) => (value.type === 'number' ? value.unit : value.type)

/** The newest evidence that a comparison rests on has no date of its own: each value cites its source. */
function comparisonEvidence(
  columns: readonly Column[],
  facts: readonly Fact[],
  kinds: readonly ListedKindKey[],
): Evidence[] {
  const rows = [
    ...facts.map((fact) => ({
      key: keyOfFact(fact),
      label: labelOfFact(fact),
      words: orderedFacts[fact],
      isCount: false,
      fieldOf: (column: Column) => fieldOfFact(column, fact),
      absent: NOT_COLLECTED,
      yearOf: (column: Column) => (fact === 'insuredCount' ? fieldOf(column, 'insuredYear') : ''),
    })),
    ...reportRows(columns).map((row) => ({
      ...row,
      key: 'employees',
      words: countWords,
      isCount: false,
      absent: NOT_COLLECTED,
      yearOf: ({ employees }: Column) => (employees === null ? '' : String(reportYear(employees))),
    })),
    ...kinds.map((kind) => ({
      key: kind,
      label: labelOfKind(columns, kind),
      words: countWords,
      isCount: true,
      fieldOf: (column: Column) => fieldOfKind(column, kind),
      absent: NOT_CONNECTED,
      yearOf: (column: Column) => extentOf(column, kind),
    })),
  ]
  const fields: Fields = {}
  const add = (name: string, [field]: readonly EvidenceField[]) => {
    if (field !== undefined) fields[name] = field
  }
  const incomparable: string[] = []
  for (const { key, label, words, fieldOf: readField, yearOf } of rows) {
    if (words === undefined) continue
    const cells = columns.flatMap((column): Cell[] => {
      const field = readField(column)
      const value = field === null ? null : valueOf(field)
      return field === null || value === null ? [] : [{ name: column.company.info.name, value, field }]
    })
    const isComparable =
      cells.length === columns.length &&
      new Set(cells.map(({ field }) => unitOf(field))).size === 1 &&
      new Set(columns.map(yearOf)).size === 1
    // What is missing everywhere is stated as not collected or not connected.
    if (columns.every((column) => readField(column) === null)) continue
    if (!isComparable) {
      incomparable.push(label)
      continue
    }
    const isDate = cells.every(({ field }) => field.value.type === 'date')
    const ordered = cells.toSorted((a, b) => (isDate ? a.value - b.value : b.value - a.value))
    const [first, last] = [ordered[0], ordered.at(-1)]
    if (first === undefined || last === undefined) continue
    if (first.value === last.value) {
      add(`relation-${key}-same`, textsField(label, [first.name, '相同', last.name]))
      continue
    }
    if (cells.length === 2) {
      add(`relation-${key}`, textsField(label, [first.name, isDate ? words.less : words.more, last.name]))
      add(`relation-${key}-inverse`, textsField(label, [last.name, isDate ? words.more : words.less, first.name]))
      if (first.field.value.type === 'number') {
        add(
          `difference-${key}`,
          numberField('差额', Math.round((first.value - last.value) * 1e4) / 1e4, first.field.value.unit),
        )
      }
      continue
    }
    add(
      `order-${key}`,
      textsField(
        `${label}${words.order}`,
        ordered.map(({ name }) => name),
      ),
    )
    const [front, back] = isDate ? [words.least, words.most] : [words.most, words.least]
    if (ordered[1]?.value !== first.value) add(`relation-${key}-first`, textsField(label, [first.name, front]))
    if (ordered.at(-2)?.value !== last.value) add(`relation-${key}-last`, textsField(label, [last.name, back]))
  }
  add('incomparable', textsField('不可比较', incomparable))
  if (Object.keys(fields).length === 0) return []
  return [
    {
      id: `comparison:${[...columns.map(({ company }) => company.info.id), ...rows.map(({ key }) => key)].join(':')}`,
      citedType: 'facts',
      recordType: null,
      recordId: null,
      company: null,
      label: '企业对比',
      view: null,
      fields,
      sourceName: OWN_SOURCE,
      date: null,
      path: null,
      revision: null,
    },
  ]
}

/** The row of the employees in annual reports, if they are compared. */
const reportRows = (columns: readonly Column[]) =>
  columns.some(({ employees }) => employees !== null) ? [{ label: '员工人数', fieldOf: fieldOfReport }] : []

const fieldOf = ({ evidence }: Column, name: string): string => {
  const field = evidence.find(({ fields }) => fields[name] !== undefined)?.fields[name]
  return field === undefined ? '' : shownValue(field.value)
}

/** A row for what is stated of at least one company; null: nothing is. */
function tableOf(
  columns: readonly Column[],
  facts: readonly Fact[],
  kinds: readonly ListedKindKey[],
  order: Order | null,
): AnswerTable | null {
  const sorted = order === null ? columns : inOrder(columns, facts, kinds, order)
  type Row = { label: string; absent: string; fieldOf: (column: Column) => EvidenceField | null }
  const asked: Row[] = [
    ...facts.map((fact) => ({
      label: labelOfFact(fact),
      absent: NOT_COLLECTED,
      fieldOf: (column: Column) => fieldOfFact(column, fact),
    })),
    ...reportRows(columns).map((row) => ({ ...row, absent: NOT_COLLECTED })),
    ...kinds.map((kind) => ({
      label: `${labelOfKind(columns, kind)}（当前）`,
      absent: NOT_CONNECTED,
      fieldOf: (column: Column) => fieldOfKind(column, kind),
    })),
  ]
  /** An old office is never shown without its date. */
  const dateBeside = (label: string, at: number) => {
    const column = label === companyFacts.legalRepresentative.label ? sorted[at] : undefined
    const datedBy = column === undefined ? '' : fieldOf(column, 'legalRepresentativeDate')
    return datedBy === '' ? '' : `（${datedBy}）`
  }
  const rows = asked
    .map(({ label, absent, fieldOf: readField }) => ({ label, absent, fields: sorted.map(readField) }))
    .filter(({ fields }) => fields.some((field) => field !== null))
    .map(({ label, absent, fields }) => ({
      label,
      cells: fields.map((field, at) =>
        field === null ? absent : `${shownValue(field.value)}${dateBeside(label, at)}`,
      ),
    }))
  if (rows.length === 0) return null
  const heads = sorted.map(({ company }) => ({ label: company.info.name, companyId: company.info.id }))
  return { columns: [{ label: '项目', companyId: null }, ...heads], rows }
}

/** Columns by the first fact, else by the first kind; companies without a value come last. */
function inOrder(columns: readonly Column[], facts: readonly Fact[], kinds: readonly ListedKindKey[], order: Order) {
  const [fact] = facts
  const [kind] = kinds
  const value = (column: Column) => {
    const own = fact !== undefined ? fieldOfFact(column, fact) : kind !== undefined ? fieldOfKind(column, kind) : null
    const field = own ?? fieldOfReport(column)
    return field === null ? null : valueOf(field)
  }
  const sign = order === 'most' || order === 'newest' ? -1 : 1
  return columns.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)]
    return one === null || other === null ? Number(one === null) - Number(other === null) : sign * (one - other)
  })
}

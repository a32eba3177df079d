import { type FieldValue, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { type RecordStatus, recordStatuses } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { isIdentityNumber } from '../../domain/masking/masking.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import { partiesIn } from '../../domain/records/parties.ts'
import { isPersonName } from '../../domain/records/person-name.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import { recordIdFrom } from '../../records/record-fields.ts'
import { parseAsOf } from '../file/dates.ts'
import type { Mapping } from '../file/mapping.ts'
import {
  creditCode,
  ParseFailure,
  problemOf,
  type Reader,
  type RowProblem,
  readAs,
  readDay,
  registrationNumber,
  trimmedOrUndefined,
} from '../file/value-readers.ts'
import { isNoValue } from '../input/clean-text.ts'
import type { Cells } from '../input/table-rows.ts'
import { type FieldReader, fieldReader, storableLine, urlCell } from './field-readers.ts'
import { type StatedCompany, statesSubject, subjectOf } from './mentioned-subjects.ts'
import { unitColumnOf } from './record-formats.ts'
import { isStatus, type SourceVersion, withoutStatutoryTerm } from './source-version.ts'

/** One row of a file after parsing: the id of its record, and the statement. */
export type ReadRow = {
  id: string
  statement: SourceVersion
  lost: readonly RowProblem[]
  /** Words that are stored as 其他. */
  warnings: readonly RowProblem[]
}
/** Why the law excludes a valid row from publication. */
export type Excluded = { excluded: string }

const noProblems: readonly RowProblem[] = []
const isEmpty = (value: FieldValue) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** One part of a record's identity, normalised: width, brackets and spaces make no difference. */
function identityPart(fields: RecordFields, name: string): string {
  const value = fields[name]
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return nameKey(value)
  if (typeof value === 'number') return String(value)
  const parties = partiesIn(value)
  if (parties.length === 0) return JSON.stringify(value)
  return parties
    .map((party) => nameKey(party.name))
    .toSorted()
    .join('\n')
}

/** The company as part of a record's identity; null when the row states none. */
function companyPart(about: SourceVersion['about'], by: 'byKey' | 'byName'): string | null {
  if (about === null) return null
  return by === 'byName' && about.name !== null ? nameKey(about.name) : (subjectOf(about)?.key ?? null)
}

const addressLabel = /地址|住所|住址/

/** Fields with an address; they are dropped when the subject is a natural person. */
function addressFieldsOf(kind: RecordKind): string[] {
  return Object.keys(kind.fields).filter((name) => addressLabel.test(kind.fields[name]?.label ?? ''))
}

/** Whether a field names a natural person as the subject. */
const isOfPerson = (kind: RecordKind, fields: RecordFields) =>
  kind.subjects.some((subject) => subject.by === 'field' && isPersonName(textOf(fields, subject.name) ?? '公司'))

/** The values of one row by column, and the problems with them. */
class RowValues {
  readonly #cells = new Map<string, unknown>()
  readonly #statedWords: ReadonlyMap<string, readonly string[]>
  lost: RowProblem[] = []

  /** `statedWords`: values of a column that elsewhere mean none. */
  constructor(statedWords: ReadonlyMap<string, readonly string[]>) {
    this.#statedWords = statedWords
  }

  load(mapping: Mapping<string>, cells: Cells): void {
    this.#cells.clear()
    this.lost = []
    for (const part of mapping.parts) {
      if (!part.applies(cells)) continue
      for (const [column, read] of part.reads) this.#set(column, this.#valueOf(column, read(cells)))
      this.#set(AS_OF, trimmedOrUndefined(part.readAsOf(cells)))
    }
  }

  #valueOf(column: string, cell: unknown): unknown {
    const word = typeof cell === 'string' && this.#statedWords.get(column)?.find((one) => one === cell.trim())
    return word || trimmedOrUndefined(cell)
  }

  #set(column: string, value: unknown): void {
    if (value !== undefined && !this.#cells.has(column)) this.#cells.set(column, value)
  }

  value(column: string): unknown {
    return this.#cells.get(column)
  }

  /** Reads the value of a column; null for none, and for an invalid one. */
  read<T>(column: string, reader: Reader<T | undefined>): T | null {
    const value = this.#cells.get(column)
    if (value === undefined) return null
    const result = reader(value)
    if (!(result instanceof ParseFailure)) return result ?? null
    this.lost.push(problemOf(column, result.reason, value))
    return null
  }
}

/** 未知 is a state of a number; in most columns it is no value. */
const statedWordsOf = ({ fields }: RecordKind) =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      field.type === 'word' ? [[name, field.words.filter(isNoValue)] as const] : [],
    ),
  )

const AS_OF = 'asOf'
const asOf = readAs(parseAsOf, '不是有效的日期、月份或年份')
const status: Reader<RecordStatus> = (value) =>
  typeof value === 'string' && isStatus(value) ? value : new ParseFailure(`应为 ${recordStatuses.join('、')} 之一`)
const companyCode: Reader<string> = (value) => {
  const code = creditCode(value)
  return typeof code === 'string' && isIdentityNumber(code) ? new ParseFailure('不是企业的代码') : code
}

function readAbout(row: RowValues): StatedCompany | null {
  const name = row.read('companyName', storableLine)
  const code = row.read('companyCreditCode', companyCode)
  const number = row.read('companyRegistrationNumber', registrationNumber)
  return name === null && code === null && number === null
    ? null
    : { name, creditCode: code, registrationNumber: number }
}

/** Fields that identify a record and its subjects; a withdrawal stores only these. */
const identifyingFields = (kind: RecordKind) =>
  new Set([
    ...kind.identity,
    ...kind.subjects.flatMap((subject) => {
      if (subject.by === 'columns') return []
      return subject.by === 'parties' ? [subject.field] : [subject.name, subject.code ?? '']
    }),
  ])

/** Columns without which a row may state no company. */
const subjectColumns = new Set(['companyName', 'companyCreditCode', 'companyRegistrationNumber'])
/** Columns that decide whether the record may be shown. */
const visibilityColumns = ['recordStatus', 'displayUntil', 'removedAt']

/** Fields that end a record of the kind: without them it would be shown as current. */
function fieldsOfEnd({ isOver }: RecordKind): string[] {
  const names: string[] = []
  const fields = new Proxy<RecordFields>({}, { get: (_fields, name) => void names.push(String(name)) })
  isOver?.(fields)
  return names
}

/** Fields that may not be lost: a row with an invalid one is rejected. */
const columnsThatCostRow = (kind: RecordKind) =>
  new Set([
    ...kind.identity,
    ...(kind.withinCompany === 'byName' ? ['companyName'] : []),
    ...kind.subjects.flatMap((subject) => {
      if (subject.by === 'columns') return []
      return [subject.by === 'parties' ? subject.field : subject.name]
    }),
    ...visibilityColumns,
    ...fieldsOfEnd(kind),
  ])

export type RecordReaderOptions = {
  source: string
  /** As-of of rows that have none. */
  asOf: string | null
  /** Whether each row withdraws a record. */
  removals: boolean
}

/** Reads rows by the field table of the kind. Columns that the table does not name are ignored. */
export function createRowReader(
  kind: RecordKind,
  mapping: Mapping<string>,
  { source, asOf: usualAsOf, removals }: RecordReaderOptions,
) {
  const row = new RowValues(statedWordsOf(kind))
  let unknown = noProblems
  let warnings = noProblems
  const identifying = identifyingFields(kind)
  const costsRow = columnsThatCostRow(kind)
  const plan = Object.entries(kind.fields)
    .filter(([name]) => !removals || identifying.has(name))
    .map(([name, field]): [string, string, FieldReader] => [
      name,
      unitColumnOf(name),
      fieldReader(field, (word, otherwise) => {
        if (otherwise === null) unknown = [...unknown, problemOf(name, '不认识', word)]
        else warnings = [...warnings, problemOf(name, `不认识，归入“${otherwise}”`, word)]
      }),
    ])
  const byColumns = kind.subjects.some((subject) => subject.by === 'columns')
  const addressFields = addressFieldsOf(kind)

  function readFields(): RecordFields {
    const fields: RecordFields = {}
    for (const [name, unit, read] of plan) {
      const value = row.value(name)
      if (value === undefined) continue
      const result = read(value, row.value(unit))
      if (result instanceof ParseFailure) row.lost.push(problemOf(name, result.reason, value))
      else if (result !== undefined && !isEmpty(result)) fields[name] = result
    }
    const { personKey } = fields
    // Valid within the source: two sources may give one key to two persons.
    if (typeof personKey === 'string') fields['personKey'] = sha256(`${source} ${personKey}`).slice(0, 32)
    if (addressFields.length > 0 && isOfPerson(kind, fields))
      for (const name of addressFields) Reflect.deleteProperty(fields, name)
    return fields
  }

  const readStatement = (): SourceVersion => ({
    source,
    asOf: row.read(AS_OF, asOf) ?? usualAsOf,
    url: row.read('sourceUrl', urlCell),
    status: removals ? '已撤销' : (row.read('recordStatus', status) ?? '当前有效'),
    displayUntil: row.read('displayUntil', readDay),
    removedOn: row.read('removedAt', readDay),
    removedReason: row.read('removedReason', storableLine),
    about: byColumns ? readAbout(row) : null,
    fields: readFields(),
  })

  /** The id of the record, or why the row does not identify one. */
  function identify({ fields, about }: SourceVersion): string | RowProblem {
    const [first] = kind.identity
    if (fields[first] === undefined) return { field: first, reason: '没有这一项，认不出是哪条记录' }
    if (!statesSubject(kind, fields, about)) return { field: null, reason: '没有说明是哪家企业' }
    const parts = kind.identity.map((name) => identityPart(fields, name))
    if (kind.withinCompany === undefined) return recordIdFrom(kind.key, parts)
    const company = companyPart(about, kind.withinCompany)
    if (company === null) return { field: 'companyName', reason: '没有说明是哪家企业' }
    return recordIdFrom(kind.key, [company, ...parts])
  }

  return {
    read: (cells: Cells): ReadRow | RowProblem | Excluded => {
      unknown = noProblems
      warnings = noProblems
      row.load(mapping, cells)
      const statement = readStatement()
      const { lost } = row
      const costly = lost.find(({ field }) => costsRow.has(field ?? ''))
      if (costly !== undefined) return costly
      const id = identify(statement)
      if (typeof id !== 'string') return lost.find(({ field }) => subjectColumns.has(field ?? '')) ?? id
      const flaw = removals ? null : (kind.flaw?.(statement.fields) ?? null)
      if (flaw !== null) return flaw
      const excluded = removals ? null : (kind.notKept?.(statement.fields) ?? null)
      return excluded === null
        ? { id, statement: withoutStatutoryTerm(kind, statement), lost: [...lost, ...unknown], warnings }
        : { excluded }
    },
  }
}
export type RowReader = ReturnType<typeof createRowReader>

import type { ReferenceData } from '../../../platform/reference-data.ts'
import { parseAsOf } from '../../file/dates.ts'
import type { Mapping } from '../../file/mapping.ts'
import { present, type RowProblem } from '../../file/value-readers.ts'
import type { Cells } from '../../input/table-rows.ts'
import type { Statement } from '../resolve/company-draft.ts'
import { keySlot, type StatedListing, type StatedName } from '../resolve/company-state.ts'
import type { StatedFact } from './company-facts.ts'
import { type CompanyRow, type DatedName, parseSourceKey, type RowField, readField } from './company-row.ts'
import { createFactReader } from './row-facts.ts'

/** One row of a file, read: by what its company is known, and what each source says of it. */
export type CompanyStatements = {
  line: number
  creditCode: string | null
  registrationNumber: string | null
  /** Its source's own key, with the scheme, as `keySlot` writes it. */
  keySlot: string | null
  /** The key of the name it gives, null where it gives none. */
  nameKey: string | null
  statements: Statement[]
  /** Fields whose word no reference table knows; they tell nothing. */
  leftOut: readonly RowField[]
}

export type StatementReader = {
  read(line: number, cells: Cells): CompanyStatements | RowProblem
}

type Defaults = { source: string; asOf: string | null }

const dated = (kind: StatedName['kind'], names: readonly DatedName[]): StatedName[] =>
  names.map((name) => ({ kind, value: name.value, valid_from: name.from, valid_to: name.to }))

const noNames: readonly StatedName[] = []
const noListings: readonly StatedListing[] = []

function namesOf({ formerNames = [], formerShortNames = [], aliases = [] }: CompanyRow): readonly StatedName[] {
  if (formerNames.length + formerShortNames.length + aliases.length === 0) return noNames
  return [
    ...dated('former', formerNames),
    ...dated('formerShort', formerShortNames),
    ...aliases.map((value): StatedName => ({ kind: 'alias', value, valid_from: '', valid_to: null })),
  ]
}

function listingsOf(row: CompanyRow): readonly StatedListing[] {
  const { stockCode, exchange } = row
  if (stockCode === undefined || exchange === undefined) return noListings
  return [
    {
      exchange,
      code: stockCode,
      old_code: row.oldStockCode ?? null,
      board: row.board ?? null,
      state: row.listingState ?? null,
      listed_on: row.listedOn ?? null,
      delisted_on: row.delistedOn ?? null,
    },
  ]
}

const nothing: readonly RowField[] = []

type PartReader = (cells: Cells) => { row: CompanyRow; statement: Statement } | RowProblem

export function createStatementReader(mapping: Mapping, reference: ReferenceData, defaults: Defaults): StatementReader {
  let leftOut = nothing
  const leaveOut = (field: RowField) => {
    leftOut = [...leftOut, field]
    return null
  }

  function partReader(part: Mapping['parts'][number]): PartReader {
    const fields = part.reads.map(([field]) => field)
    const factsOf = createFactReader(fields, reference, leaveOut)
    const source = part.source ?? defaults.source
    const usual = { source, asOf: defaults.asOf }
    return (cells) => {
      const row: CompanyRow = {}
      for (const [field, read] of part.reads) {
        const value = present(read(cells))
        const problem = value === undefined ? null : readField(row, field, value)
        if (problem !== null) return problem
      }
      const written = present(part.readAsOf(cells))
      const asOf = typeof written === 'string' ? parseAsOf(written) : null
      if (written !== undefined && asOf === null) return { field: 'asOf', reason: '不是有效的日期、月份或年份' }
      const origin = written === undefined ? usual : { source, asOf }
      return { row, statement: { origin, told: factsOf(row), names: namesOf(row), listings: listingsOf(row) } }
    }
  }

  const scheme = mapping.keyScheme ?? defaults.source
  const parts = mapping.parts.map((part) => ({ applies: part.applies, read: partReader(part) }))

  return {
    read: (line, cells) => {
      leftOut = nothing
      const written = present(mapping.readKey(cells))
      const key = written === undefined ? null : parseSourceKey(written)
      if (key !== null && 'reason' in key) return key
      const read: CompanyStatements = {
        line,
        creditCode: null,
        registrationNumber: null,
        keySlot: key === null ? null : keySlot(scheme, key.key),
        nameKey: null,
        statements: [],
        leftOut,
      }
      for (const part of parts) {
        if (!part.applies(cells)) continue
        const answer = part.read(cells)
        if ('reason' in answer) return answer
        read.creditCode ??= answer.row.creditCode ?? null
        read.registrationNumber ??= answer.row.registrationNumber ?? null
        read.nameKey ??= nameKeyOf(answer.statement.told)
        read.statements.push(answer.statement)
      }
      read.leftOut = leftOut
      return read
    },
  }
}

const nameKeyOf = (told: readonly StatedFact[]) => told.find(({ fact }) => fact === 'name')?.columns.name_key ?? null

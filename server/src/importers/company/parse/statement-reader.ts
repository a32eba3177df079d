import { createHash } from 'node:crypto'
import { differsFromCheck } from '../../../domain/company/credit-code.ts'
import type { ReferenceData } from '../../../platform/reference-data.ts'
import { parseAsOf } from '../../file/dates.ts'
import { problemOf, type RowProblem, trimmedOrUndefined } from '../../file/value-readers.ts'
import { type Cells, readFileCells } from '../../input/table-rows.ts'
import { type CompanyMapping, type CompanyValues, type DatedName, parseSourceKey, readField } from './company-row.ts'
import { createRowFactReader, type FactProblems } from './row-facts.ts'
import {
  type CompanyStatements,
  hasKey,
  qualifiedKey,
  type SourcedFacts,
  type StatedFact,
  type StatedListing,
  type StatedName,
} from './sourced-facts.ts'

type Defaults = { source: string; asOf: string | null }

const dated = (kind: StatedName['kind'], names: readonly DatedName[]): StatedName[] =>
  names.map((name) => ({ kind, value: name.value, valid_from: name.from, valid_to: name.to }))

const noNames: readonly StatedName[] = []
const noListings: readonly StatedListing[] = []

function namesOf({ formerNames = [], formerShortNames = [], aliases = [] }: CompanyValues): readonly StatedName[] {
  if (formerNames.length + formerShortNames.length + aliases.length === 0) return noNames
  return [
    ...dated('former', formerNames),
    ...dated('formerShort', formerShortNames),
    ...aliases.map((value): StatedName => ({ kind: 'alias', value, valid_from: '', valid_to: null })),
  ]
}

function listingsOf(row: CompanyValues): readonly StatedListing[] {
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

type PartReader = (cells: Cells) => { row: CompanyValues; statement: SourcedFacts }

const noProblems: readonly RowProblem[] = []
/** A row is rejected for one of these when it identifies no company. */
const identifying = ['name', 'creditCode', 'registrationNumber']

export function createStatementReader(mapping: CompanyMapping, reference: ReferenceData, defaults: Defaults) {
  let lost = noProblems
  let warnings = noProblems
  const problems: FactProblems = {
    onUnknown: (field, value) => {
      lost = [...lost, problemOf(field, '不认识', value)]
      return null
    },
    onForeign: (field, value) => {
      warnings = [...warnings, problemOf(field, '不是企业自己的网站，未采用', value)]
      return null
    },
  }

  function partReader(part: CompanyMapping['parts'][number]): PartReader {
    const fields = part.reads.map(([field]) => field)
    const factsOf = createRowFactReader(fields, reference, problems)
    const source = part.source ?? defaults.source
    const usual = { source, asOf: part.isUndated ? null : defaults.asOf }
    return (cells) => {
      const row: CompanyValues = {}
      for (const [field, read] of part.reads) {
        const value = trimmedOrUndefined(read(cells))
        const problem = value === undefined ? null : readField(row, field, value)
        if (problem !== null) lost = [...lost, problem]
      }
      const written = trimmedOrUndefined(part.readAsOf(cells))
      const asOf = typeof written === 'string' ? parseAsOf(written) : null
      if (written !== undefined && asOf === null)
        lost = [...lost, problemOf('asOf', '不是有效的日期、月份或年份', written)]
      const origin = asOf === null ? usual : { source, asOf }
      return { row, statement: { origin, facts: factsOf(row), names: namesOf(row), listings: listingsOf(row) } }
    }
  }

  const scheme = mapping.keyScheme ?? defaults.source
  const parts = mapping.parts.map((part) => ({ applies: part.applies, read: partReader(part) }))

  return {
    read: (line: number, cells: Cells): CompanyStatements | RowProblem => {
      lost = noProblems
      warnings = noProblems
      const written = trimmedOrUndefined(mapping.readKey(cells))
      const key = written === undefined ? null : parseSourceKey(written)
      if (key !== null && 'reason' in key) return key
      const read: CompanyStatements = {
        line,
        creditCode: null,
        registrationNumber: null,
        sourceKey: key === null ? null : qualifiedKey(scheme, key.key),
        nameKey: null,
        statements: [],
        lost,
        warnings,
      }
      for (const part of parts) {
        if (!part.applies(cells)) continue
        const result = part.read(cells)
        read.creditCode ??= result.row.creditCode ?? null
        read.registrationNumber ??= result.row.registrationNumber ?? null
        read.nameKey ??= nameKeyOf(result.statement.facts)
        read.sourceKey ??= stockKeyOf(result.row)
        read.statements.push(result.statement)
      }
      read.lost = lost
      const { creditCode } = read
      if (creditCode !== null && differsFromCheck(creditCode))
        warnings = [problemOf('creditCode', '校验位与国家标准不符，按厦门发放的代码收录', creditCode), ...warnings]
      read.warnings = warnings
      return rejectionOf(read) ?? read
    },
  }
}
export type StatementReader = ReturnType<typeof createStatementReader>

const exchanges = new Set(['SSE', 'SZSE', 'BSE'])

/** The key of an A-share stock identifies its company in a row without a key of its source. */
const stockKeyOf = ({ stockCode, exchange = '' }: CompanyValues) =>
  stockCode !== undefined && exchanges.has(exchange) ? qualifiedKey('cn-stock', stockCode) : null

/** Only the name, or what identifies the company when nothing else does, costs the row. */
function rejectionOf(read: CompanyStatements): RowProblem | null {
  const { lost, nameKey } = read
  const isIdentified = nameKey !== null || hasKey(read)
  return lost.find(({ field }) => field === 'name' || (!isIdentified && identifying.includes(field ?? ''))) ?? null
}

const nameKeyOf = (facts: readonly StatedFact[]) => facts.find(({ fact }) => fact === 'name')?.columns.name_key ?? null

/**
 * 48 bits of a hash: two of a million names collide once in 500 files. A collision prevents a match and never makes
 * one.
 */
const hashOf = (key: string) => createHash('sha256').update(key).digest().readUIntBE(0, 6)

/** Finds the names that more than one row of a file has. */
export function createNamesInFile(file: string, mapping: CompanyMapping, reader: StatementReader) {
  let repeated: ReadonlySet<number> | null = null
  return {
    /** Reads the whole file at the first call; 8 bytes per row. Needed only by rows without any code or key. */
    load: async (): Promise<void> => {
      repeated ??= await findRepeated(file, mapping, reader)
    },
    /** Whether exactly one row of the file has the name. @throws before `load` */
    isUnique: (nameKey: string): boolean => {
      if (repeated === null) throw new Error('The names of the file have not been read')
      return !repeated.has(hashOf(nameKey))
    },
  }
}
export type NamesInFile = ReturnType<typeof createNamesInFile>

async function findRepeated(
  file: string,
  mapping: CompanyMapping,
  reader: StatementReader,
): Promise<ReadonlySet<number>> {
  let hashes = new Float64Array(1024)
  let count = 0
  for await (const rows of readFileCells(file, mapping.columns, { mapping })) {
    for (const { line, cells } of rows) {
      const read = reader.read(line, cells)
      if ('reason' in read || read.nameKey === null) continue
      if (count === hashes.length) {
        const larger = new Float64Array(count * 2)
        larger.set(hashes)
        hashes = larger
      }
      hashes[count++] = hashOf(read.nameKey)
    }
  }
  const sorted = hashes.subarray(0, count).sort()
  const repeatedHashes = new Set<number>()
  for (let at = 1; at < sorted.length; at++) {
    const hash = sorted[at]
    if (hash !== undefined && hash === sorted[at - 1]) repeatedHashes.add(hash)
  }
  return repeatedHashes
}

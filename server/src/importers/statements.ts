import { normaliseStatus } from '../domain/company-status.ts'
import type { Origin } from '../domain/provenance.ts'
import type { ReferenceData } from '../platform/reference-data.ts'
import type { StatedName, Statement } from './company-draft.ts'
import type { FactValues } from './company-facts.ts'
import {
  type CompanyRow,
  isRowProblem,
  parseCompanyRow,
  parseSourceKey,
  type RowField,
  type RowProblem,
} from './company-row.ts'
import { parseAsOf } from './dates.ts'
import type { Cells } from './input/table-rows.ts'
import type { Mapping } from './mapping.ts'

/** One row of a file, read: by what its company is known, and what each source says of it. */
export type CompanyStatements = {
  line: number
  creditCode: string | null
  registrationNumber: string | null
  sourceKey: string | null
  name: string | null
  statements: Statement[]
}

export type StatementReader = {
  read(line: number, cells: Cells): CompanyStatements | RowProblem
  /** Words that no reference table knows, left out of their rows: how often, by field. */
  leftOut: Map<string, number>
}

type Defaults = { source: string; asOf: string | null }

const present = (value: unknown) => {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value
  const trimmed = value.trim()
  return trimmed === '' || trimmed === '-' ? undefined : trimmed
}

const dated = (kind: StatedName['kind'], names: CompanyRow['formerNames']): StatedName[] =>
  (names ?? []).map((name) => ({ kind, value: name.value, valid_from: name.from, valid_to: name.to }))

export function createStatementReader(mapping: Mapping, reference: ReferenceData, defaults: Defaults): StatementReader {
  const leftOut = new Map<string, number>()
  const leaveOut = (field: string) => {
    leftOut.set(field, (leftOut.get(field) ?? 0) + 1)
    return null
  }

  function regionOf(row: CompanyRow): string | null {
    if (row.region !== undefined) {
      const code = row.region.padEnd(6, '0')
      const found = [code, `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`].find((known) =>
        reference.regions.has(known),
      )
      return found ?? leaveOut('region')
    }
    if (row.province === undefined) return null
    return reference.regions.codeOf({ province: row.province, city: row.city ?? null }) ?? leaveOut('province')
  }

  const industryOf = (word: string | undefined) =>
    word === undefined ? null : (reference.industries.codeOf(word) ?? leaveOut('industry'))

  /** An unknown currency stays in the source's words: as none, its amount would pass for yuan. */
  const currencyOf = (word = 'CNY') => reference.currencies.codeOf(word) ?? word

  function valuesOf(row: CompanyRow): FactValues {
    const values: FactValues = {
      credit_code: row.creditCode ?? null,
      registration_number: row.registrationNumber ?? null,
      name_english: row.nameEnglish ?? null,
      status: normaliseStatus(row.status ?? null),
      status_raw: row.status ?? null,
      business_type: row.businessType ?? null,
      founded_on: row.foundedOn ?? null,
      approved_on: row.approvedOn ?? null,
      term_from: row.termFrom ?? null,
      term_to: row.termTo ?? null,
      authority: row.authority ?? null,
      region_code: regionOf(row),
      industry_code: industryOf(row.industry),
      scope: row.scope ?? null,
      taxpayer_type: row.taxpayerType ?? null,
      customs_code: row.customsCode ?? null,
      ended_on: row.endedOn ?? null,
      ended_reason: row.endedReason ?? null,
      ended_office: row.endedOffice ?? null,
      legal_representative: row.legalRepresentative ?? null,
      legal_representative_title: row.legalRepresentativeTitle ?? null,
      address: row.address ?? null,
      mail_address: row.mailAddress ?? null,
      website: row.website ?? null,
      email: row.email ?? null,
      phones: JSON.stringify(row.phones ?? []),
      staff_size: row.staffSize ?? null,
      staff_year: row.staffSize === undefined ? null : (row.staffYear ?? null),
      insured_count: row.insuredCount ?? null,
      insured_year: row.insuredCount === undefined ? null : (row.insuredYear ?? null),
      short_name: row.shortName ?? null,
      joint_stock_type: row.jointStockType ?? null,
    }
    if (row.name !== undefined) values.name = row.name
    if (row.capitalValue !== undefined) {
      values.capital_value = row.capitalValue
      values.capital_unit = row.capitalUnit ?? '万元'
      values.capital_currency = currencyOf(row.capitalCurrency)
    }
    if (row.paidInValue !== undefined) {
      values.paid_in_value = row.paidInValue
      values.paid_in_unit = row.paidInUnit ?? '万元'
      values.paid_in_currency = currencyOf(row.paidInCurrency)
    }
    return values
  }

  function statementOf(row: CompanyRow, origin: Origin): Statement {
    return {
      origin,
      values: valuesOf(row),
      names: [
        ...dated('former', row.formerNames),
        ...dated('formerShort', row.formerShortNames),
        ...(row.aliases ?? []).map((value): StatedName => ({ kind: 'alias', value, valid_from: '', valid_to: null })),
      ],
      listings:
        row.stockCode === undefined || row.exchange === undefined
          ? []
          : [
              {
                exchange: row.exchange,
                code: row.stockCode,
                old_code: row.oldStockCode ?? null,
                board: row.board ?? null,
                state: row.listingState ?? null,
                listed_on: row.listedOn ?? null,
                delisted_on: row.delistedOn ?? null,
              },
            ],
    }
  }

  function readPart(
    part: Mapping['parts'][number],
    cells: Cells,
  ): { row: CompanyRow; statement: Statement } | RowProblem {
    const values: Partial<Record<RowField, unknown>> = {}
    for (const [field, read] of part.reads) {
      const value = present(read(cells))
      if (value !== undefined) values[field] = value
    }
    const row = parseCompanyRow(values)
    if (isRowProblem(row)) return row
    const written = present(part.readAsOf(cells))
    const asOf = written === undefined ? defaults.asOf : typeof written === 'string' ? parseAsOf(written) : null
    if (written !== undefined && asOf === null) return { field: 'asOf', reason: '不是有效的日期、月份或年份' }
    return { row, statement: statementOf(row, { source: part.source ?? defaults.source, asOf }) }
  }

  return {
    leftOut,
    read: (line, cells) => {
      const written = present(mapping.readKey(cells))
      const key = written === undefined ? null : parseSourceKey(written)
      if (key !== null && 'reason' in key) return key
      const read: CompanyStatements = {
        line,
        creditCode: null,
        registrationNumber: null,
        sourceKey: key?.key ?? null,
        name: null,
        statements: [],
      }
      for (const part of mapping.parts) {
        if (!part.applies(cells)) continue
        const answer = readPart(part, cells)
        if ('reason' in answer) return answer
        read.creditCode ??= answer.row.creditCode ?? null
        read.registrationNumber ??= answer.row.registrationNumber ?? null
        read.name ??= answer.row.name ?? null
        read.statements.push(answer.statement)
      }
      return read
    },
  }
}

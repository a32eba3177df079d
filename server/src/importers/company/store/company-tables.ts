import type { BulkTable, ColumnType } from '../../../platform/database/bulk-session.ts'
import { factColumns } from '../parse/company-facts.ts'

const numbers = new Set(['capital_value', 'capital_comparable', 'paid_in_value'])
const wholeNumbers = new Set(['staff_year', 'insured_count', 'insured_year', 'prominence'])

const typeOf = (column: string): ColumnType =>
  numbers.has(column) ? 'double precision' : wholeNumbers.has(column) ? 'integer' : 'text'

const typed = (columns: readonly string[]): Record<string, ColumnType> =>
  Object.fromEntries(columns.map((column) => [column, typeOf(column)]))

const origins = ['identity', 'registration', 'people', 'capital', 'contact', 'listing'].flatMap((group) => [
  `${group}_source`,
  `${group}_as_of`,
])

export const companyTable: BulkTable = {
  name: 'company',
  columns: {
    ...typed(['id', 'matched_by', ...Object.values(factColumns).flat(), ...origins]),
    ...typed(['name_key', 'industry_section', 'capital_comparable', 'other_origins', 'prominence']),
    is_listed: 'smallint',
    is_demo: 'smallint',
    created_at: 'bigint',
    updated_at: 'bigint',
  },
  key: ['id'],
  whenPresent: 'replace',
}

export const nameTable: BulkTable = {
  name: 'company_name',
  columns: typed(['company_id', 'kind', 'value', 'value_key', 'valid_from', 'valid_to']),
  key: ['company_id', 'kind', 'value', 'valid_from'],
  whenPresent: 'replace',
}

export const listingTable: BulkTable = {
  name: 'company_listing',
  columns: typed(['company_id', 'exchange', 'code', 'old_code', 'board', 'state', 'listed_on', 'delisted_on']),
  key: ['company_id', 'exchange', 'code'],
  whenPresent: 'replace',
}

export const keyTable: BulkTable = {
  name: 'company_key',
  columns: typed(['scheme', 'source_key', 'company_id']),
  key: ['scheme', 'source_key'],
  whenPresent: 'replace',
}

export const knownNameTable: BulkTable = {
  name: 'company_told_name',
  columns: typed(['name_key', 'company_id']),
  key: ['name_key', 'company_id'],
  whenPresent: 'keep',
}

export const partTable: BulkTable = {
  name: 'company_part',
  columns: typed(['id', 'company_id', 'content']),
  key: ['id'],
  whenPresent: 'replace',
}

export const formerIdTable: BulkTable = {
  name: 'company_former_id',
  columns: typed(['id', 'company_id']),
  key: ['id'],
  whenPresent: 'replace',
}

export const waitingRowTable: BulkTable = {
  name: 'waiting_row',
  columns: typed(['slot', 'digest', 'content']),
  key: ['slot', 'digest'],
  whenPresent: 'keep',
}

export const takenListTable: BulkTable = {
  name: 'taken_list',
  columns: { ...typed(['id', 'conditions']), generation: 'integer' },
  key: ['id'],
  whenPresent: 'replace',
}

export const takenRowsTable: BulkTable = {
  name: 'taken_rows',
  columns: { list_id: 'text', generation: 'integer', from_row: 'bigint', fingerprints: 'text' },
  key: ['list_id', 'generation', 'from_row'],
  whenPresent: 'replace',
}

export const changeTable: BulkTable = {
  name: 'company_change',
  columns: { company_id: 'text', at: 'bigint' },
  key: [],
  whenPresent: 'keep',
}

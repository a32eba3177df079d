import { fieldGroups } from '@baiqicha/contract/company-facts'
import { factColumnTypes } from '../../../domain/company/fact-columns.ts'
import type { BulkTable, ColumnType } from '../../../platform/database/bulk-session.ts'

const texts = (columns: readonly string[]): Record<string, ColumnType> =>
  Object.fromEntries(columns.map((column) => [column, 'text']))

export const companyTable: BulkTable = {
  name: 'company',
  columns: {
    ...texts(['id', 'matched_by', 'industry_section', 'other_origins', 'hidden_representative']),
    ...factColumnTypes,
    ...texts(fieldGroups.flatMap((group) => [`${group}_source`, `${group}_as_of`])),
    capital_comparable: 'double precision',
    prominence: 'integer',
    is_listed: 'smallint',
    is_demo: 'smallint',
    created_at: 'bigint',
    updated_at: 'bigint',
    only_run: 'integer',
  },
  key: ['id'],
  onConflict: 'replace',
}

export const nameTable: BulkTable = {
  name: 'company_name',
  columns: texts(['company_id', 'kind', 'value', 'value_key', 'valid_from', 'valid_to', 'source']),
  key: ['company_id', 'kind', 'value', 'valid_from'],
  onConflict: 'replace',
}

export const listingTable: BulkTable = {
  name: 'company_listing',
  columns: texts(['company_id', 'exchange', 'code', 'old_code', 'board', 'state', 'listed_on', 'delisted_on']),
  key: ['company_id', 'exchange', 'code'],
  onConflict: 'replace',
}

export const keyTable: BulkTable = {
  name: 'company_key',
  columns: texts(['scheme', 'source_key', 'company_id']),
  key: ['scheme', 'source_key'],
  onConflict: 'replace',
}

export const knownNameTable: BulkTable = {
  name: 'company_known_name',
  columns: texts(['name_key', 'company_id']),
  key: ['name_key', 'company_id'],
  onConflict: 'ignore',
}

export const partTable: BulkTable = {
  name: 'company_part',
  columns: texts(['id', 'company_id', 'content']),
  key: ['id'],
  onConflict: 'replace',
}

export const formerIdTable: BulkTable = {
  name: 'company_former_id',
  columns: texts(['id', 'company_id']),
  key: ['id'],
  onConflict: 'replace',
}

export const pendingRowTable: BulkTable = {
  name: 'pending_row',
  columns: { ...texts(['lookup_key', 'digest', 'content']), run: 'integer', line: 'integer' },
  key: ['lookup_key', 'digest'],
  onConflict: 'ignore',
}

export const contestedKeyTable: BulkTable = {
  name: 'contested_key',
  columns: texts(['lookup_key']),
  key: ['lookup_key'],
  onConflict: 'ignore',
}

export const companyStatementTable: BulkTable = {
  name: 'company_statement',
  columns: { ...texts(['company_id', 'place', 'content']), run: 'integer' },
  key: ['company_id', 'run', 'place'],
  onConflict: 'ignore',
}

export const fingerprintListTable: BulkTable = {
  name: 'row_fingerprint_list',
  columns: { ...texts(['id', 'conditions']), generation: 'integer' },
  key: ['id'],
  onConflict: 'replace',
}

export const fingerprintBatchTable: BulkTable = {
  name: 'row_fingerprint_batch',
  columns: { list_id: 'text', generation: 'integer', from_row: 'bigint', fingerprints: 'text' },
  key: ['list_id', 'generation', 'from_row'],
  onConflict: 'replace',
}

export const changeTable: BulkTable = {
  name: 'company_change',
  columns: { company_id: 'text', at: 'bigint' },
  key: [],
  onConflict: 'ignore',
}

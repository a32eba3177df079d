import type { BulkTable } from '../../platform/database/bulk-session.ts'

const textColumns = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'text' as const]))

export const recordTable: BulkTable = {
  name: 'record',
  columns: {
    ...textColumns('id', 'kind', 'source_id', 'as_of', 'source_url', 'status', 'standing', 'published_on'),
    ...textColumns('display_until', 'removed_on', 'removed_reason', 'subjects', 'about', 'content'),
    disputed_at: 'bigint',
    is_hidden: 'smallint',
    is_number_hidden: 'smallint',
    is_demo: 'smallint',
    updated_at: 'bigint',
    only_run: 'integer',
  },
  key: ['id'],
  onConflict: 'replace',
}

export const recordSourceTable: BulkTable = {
  name: 'record_source',
  columns: textColumns('record_id', 'source_id', 'as_of', 'source_url', 'statement'),
  key: ['record_id', 'source_id'],
  onConflict: 'replace',
}

export const recordStatementTable: BulkTable = {
  name: 'record_statement',
  columns: { ...textColumns('record_id', 'source_id', 'statement'), run: 'integer' },
  key: ['record_id', 'run', 'source_id'],
  onConflict: 'replace',
}

export const recordSubjectTable: BulkTable = {
  name: 'record_subject',
  columns: {
    ...textColumns('subject_key', 'kind', 'record_id', 'identity', 'standing', 'published_on', 'display_until'),
    ...textColumns('removed_on', 'facets', 'cases'),
    severity: 'smallint',
    is_disputed: 'smallint',
    is_hidden: 'smallint',
    sort_value: 'double precision',
  },
  key: ['subject_key', 'kind', 'record_id'],
  onConflict: 'replace',
}

export const subjectNameTable: BulkTable = {
  name: 'subject_name',
  columns: textColumns('name_key', 'subject_key'),
  key: ['name_key', 'subject_key'],
  onConflict: 'ignore',
}

export const recordFeedTable: BulkTable = {
  name: 'record_feed',
  columns: { ...textColumns('kind', 'source_id', 'as_of', 'covers'), is_demo: 'smallint', imported_at: 'bigint' },
  key: ['kind', 'source_id'],
  onConflict: 'replace',
}

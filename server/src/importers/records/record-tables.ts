import { ignoredRows, replacedRows } from '../../platform/database/bulk-session.ts'

export const recordTable = replacedRows('record', 'id')
export const recordSourceTable = replacedRows('record_source', 'record_id', 'source_id')
export const recordStatementTable = replacedRows('record_statement', 'record_id', 'run', 'source_id')
export const recordSubjectTable = replacedRows('record_subject', 'subject_key', 'kind', 'record_id')
export const subjectNameTable = ignoredRows('subject_name', 'name_key', 'subject_key')
export const recordFeedTable = replacedRows('record_feed', 'kind', 'source_id')

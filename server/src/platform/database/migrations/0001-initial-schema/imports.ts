import type { SchemaTypes } from './schema-types.ts'

/**
 * Runs of imports and what each stated, so that it can be undone; rows that wait for a company; fingerprints of rows that need not
 * be read again; uploads of the desk. Statements are appended: SQLite stores only their short keys in the order of random ids.
 */
export const importsSchema = ({ key }: SchemaTypes) => `
create table import_run (
  id text primary key,
  file_name text not null, state text not null, rows_read bigint not null, created bigint not null,
  changed bigint not null, unchanged bigint not null, rejected bigint not null, rejects_bytes bigint not null,
  started_at bigint not null, updated_at bigint not null,
  pending bigint not null default 0,
  excluded bigint not null default 0,
  as_of text
);

create table source_import (
  source_id text primary key,
  imported_at bigint not null
);

create table source_restatement (
  source_id ${key} primary key,
  times bigint not null
);

create table pending_row (
  lookup_key ${key} not null, digest ${key} not null, content text not null, run integer, line integer,
  constraint pending_row_columns primary key (lookup_key, digest)
);

create table row_fingerprint_list (
  id ${key} primary key,
  conditions text not null, generation integer not null
);

create table row_fingerprint_batch (
  list_id ${key} not null, generation integer not null, from_row bigint not null, fingerprints text not null,
  constraint row_fingerprint_batch_columns primary key (list_id, generation, from_row)
);

create table import_history (
  number integer primary key,
  run_id ${key} not null, kind text not null, source_id text not null, sources text not null,
  operator text not null, file_name text not null, file_hash text not null, state text not null,
  counts text not null, repeated bigint not null, feed text, imported_before bigint, started_at bigint not null,
  ended_at bigint not null, rejects_file text
);

create table company_statement (
  company_id ${key} not null, run integer not null, place ${key} not null, content text not null,
  constraint company_statement_key primary key (company_id, run, place)
);

create table record_statement (
  record_id ${key} not null, run integer not null, source_id text not null, statement text not null,
  constraint record_statement_key primary key (record_id, run, source_id)
);

create table contested_key (
  lookup_key ${key} primary key
);

create table import_upload (
  id ${key} primary key,
  file_name text not null, size bigint not null, pieces text not null, host text not null,
  operator text not null, state text not null, kind text, source_id text, covers text, columns text, failure text,
  progress text, dry_run text, report text, stop_requested integer not null,
  created_at bigint not null, touched_at bigint not null
);

create table import_mapping (
  source_id ${key} not null, kind ${key} not null, columns text not null, operator text not null,
  saved_at bigint not null,
  constraint import_mapping_key primary key (source_id, kind)
);
`

import type { SchemaTypes } from './schema-types.ts'

/** Runs of imports, rows that wait for a company, and fingerprints of rows that need not be read again. */
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
  lookup_key ${key} not null, digest ${key} not null, content text not null,
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
`

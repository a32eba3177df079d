import type { SchemaTypes } from './schema-types.ts'

/** Records of every kind, by their subjects. */
export const recordsSchema = ({ key, withoutRowid, partitionedBy }: SchemaTypes) => `
create table record (
  id ${key} constraint record_partitioned_key primary key,
  kind text not null, source_id text not null, as_of text, source_url text, status text not null,
  standing text not null, published_on text, display_until text, removed_on text, removed_reason text,
  disputed_at bigint, is_hidden smallint not null, subjects text not null, about text, content text not null,
  is_demo smallint not null, updated_at bigint not null, is_number_hidden smallint,
  only_run integer
) ${partitionedBy('id')};

create table record_subject (
  subject_key ${key} not null, kind ${key} not null, record_id ${key} not null, identity text,
  severity smallint not null, standing text not null, published_on text, display_until text, removed_on text,
  is_disputed smallint not null, is_hidden smallint not null, facets text not null, cases text not null,
  sort_value double precision,
  constraint record_subject_partitioned_key primary key (subject_key, kind, record_id)
) ${withoutRowid} ${partitionedBy('subject_key')};

create table record_source (
  record_id ${key} not null, source_id text not null, as_of text, source_url text, statement text not null,
  constraint record_source_key primary key (record_id, source_id)
);

create table subject_name (
  name_key ${key} not null, subject_key ${key} not null,
  constraint subject_name_key primary key (name_key, subject_key)
) ${withoutRowid};
create index subject_name_subject on subject_name (subject_key, name_key);

create table record_feed (
  kind text not null, source_id text not null, as_of text, is_demo smallint not null,
  imported_at bigint not null, covers text,
  constraint record_feed_key primary key (kind, source_id)
);

create table record_revision (
  revision bigint not null
);

create table suppression (
  id text not null, record_id ${key}, person_name text, subject_key ${key}, reason text not null,
  created_at bigint not null
);
create index suppression_record on suppression (record_id);
create index suppression_subject on suppression (subject_key);

create table hidden_number (
  number_hmac ${key} primary key,
  number_sealed text not null, added_by text not null, reason text, hidden_at bigint not null
);
`

import type { SchemaTypes } from './schema-types.ts'

/** The audit of operators, published content, processes, and figures of visits. */
export const operationsSchema = ({ key }: SchemaTypes) => `
create table operator_audit (
  id text primary key,
  at bigint not null, operator text not null, action text not null, subject text not null, before text,
  after text, reason text
);
create index operator_audit_action on operator_audit (operator, action, at);
create index operator_audit_at on operator_audit (at);

create table content_version (
  place text not null, version integer not null, content text not null, author text not null,
  created_at bigint not null, reason text not null,
  constraint content_version_key primary key (place, version)
);

create table content_picture (
  id text primary key,
  jpeg text not null, created_at bigint not null
);

create table secret_key_check (
  id smallint primary key,
  fingerprint text not null
);

create table store_identity (
  only_row integer primary key,
  id text not null
);

create table lease (
  name ${key} primary key,
  holder text not null, token bigint not null, renewals bigint not null
);

create table client_fault (
  day text not null, type text not null, page_key text not null, platform_type text not null,
  text_hash text not null, text text not null, count integer not null, last_at bigint not null,
  constraint client_fault_key primary key (day, type, page_key, platform_type, text_hash)
);

create table client_vital (
  day text not null, name text not null, page_key text not null, platform_type text not null,
  step integer not null, count integer not null,
  constraint client_vital_key primary key (day, name, page_key, platform_type, step)
);

create table tracking_subject (
  user_id text primary key references user_account (id) on delete cascade,
  subject bigint not null unique
);

create table tracking_day (
  day text primary key,
  as_of bigint, is_closed smallint not null, claimed_until bigint not null
);

create table tracking_figure (
  day text not null, figure text not null, content text not null,
  constraint tracking_figure_key primary key (day, figure)
);

create table tracking_person (
  key text primary key,
  number integer not null, first_day text not null, last_day text not null
);
create index tracking_person_last on tracking_person (last_day);

create table tracking_person_count (
  next_number integer not null
);

create table tracking_dropped (
  day text not null, reason text not null, count integer not null,
  constraint tracking_dropped_key primary key (day, reason)
);
`

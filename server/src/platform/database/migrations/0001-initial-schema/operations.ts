import type { SchemaTypes } from './schema-types.ts'

/** Operators and their audit, published content and agreements, processes, and figures of visits. */
export const operationsSchema = ({ key, withoutRowid }: SchemaTypes) => `
create table operator_audit (
  id text primary key,
  at bigint not null, operator text not null, action text not null, subject text not null, before text,
  after text, reason text, number bigint, origin text, previous_hash text
);
create index operator_audit_action on operator_audit (operator, action, at);
create index operator_audit_at on operator_audit (at);
create unique index operator_audit_number on operator_audit (number);
create index operator_audit_subject on operator_audit (subject, at);
create index operator_audit_by_operator on operator_audit (operator, number);
create index operator_audit_by_action on operator_audit (action, number);

create table operator_audit_head (
  only_row integer primary key,
  number bigint not null, hash text not null, erased_number bigint not null default 0,
  erased_hash text not null default ''
);

create table operator (
  id ${key} primary key,
  name text unique, roles text not null, password_hash text, totp_secret text, totp_step bigint not null,
  setup_hash text, setup_expires_at bigint, created_at bigint not null
);

create table operator_session (
  token_hash ${key} primary key,
  operator_id ${key} not null, created_at bigint not null, last_used_at bigint not null, expires_at bigint not null
);
create index operator_session_operator on operator_session (operator_id);

create table operator_recovery_code (
  operator_id ${key} not null, code_hash text not null,
  constraint operator_recovery_code_key primary key (operator_id, code_hash)
);

create table content_version (
  place text not null, version integer not null, content text not null, author text not null,
  created_at bigint not null, reason text not null, shown_from bigint,
  constraint content_version_key primary key (place, version)
);

create table content_draft (
  place ${key} primary key,
  base integer not null, content text not null, editor text not null, saved_at bigint not null
);

create table agreement_version (
  type ${key} not null, number bigint not null, title text not null, version ${key} not null,
  consent_version ${key} not null, effective_on ${key} not null, change_summary text, text text not null,
  fields text not null, author text not null, published_at bigint not null,
  constraint agreement_version_key primary key (type, number)
);

create table agreement_draft (
  type ${key} primary key,
  text text not null, change_summary text, revision text not null, editor text not null, saved_at bigint not null
);

create table agreement_field (
  name ${key} primary key,
  value text not null
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

create table service_state (
  service ${key} primary key,
  succeeded_at bigint, failed_at bigint, cause text
);

create table work_notice (
  only_row integer primary key,
  attempted_at bigint not null, announced_up_to bigint not null
);

create table operation_sample (
  process ${key} not null, span integer not null, at bigint not null, content text not null,
  constraint operation_sample_key primary key (span, at, process)
) ${withoutRowid};
`

import type { SchemaTypes } from './schema-types.ts'

/** What users send: corrections, requests, feedback with its pictures, questions to 百言, reports and lists that they order. */
export const requestsSchema = ({ key, withoutRowid }: SchemaTypes) => `
create table correction (
  number ${key} primary key,
  company_id ${key} not null, record_kind text, record_id ${key}, title text not null,
  company_name text not null, reason text not null, content text not null, statement text not null,
  claimant text not null, user_id text, mobile text, state text not null, result text, note text,
  is_shielding smallint not null, submitted_at bigint not null, due_at bigint not null, decided_at bigint
);
create index correction_mobile on correction (mobile);
create unique index correction_open
  on correction (coalesce(user_id, mobile), company_id, coalesce(record_kind, ''), coalesce(record_id, ''))
  where state <> '已办结';
create index correction_record on correction (record_id);
create index correction_state on correction (state, due_at);
create index correction_user on correction (user_id, submitted_at);
create index correction_due on correction (due_at, number) where state <> '已办结';
create index correction_decided on correction (decided_at, number) where state = '已办结';
create index correction_company on correction (company_id, submitted_at);

create table correction_step (
  id text primary key,
  correction_number ${key} not null, at bigint not null, label text not null, note text, actor text not null,
  reason text, content text, statement text, claimant text
);
create index correction_step_of on correction_step (correction_number, at);

create table contact_proof (
  token_hash text primary key,
  mobile text not null, expires_at bigint not null
);

create table update_request (
  company_id ${key} not null, user_id text not null, at bigint not null, done_at bigint,
  constraint update_request_key primary key (company_id, user_id)
);

create table inclusion_request (
  keyword_key ${key} not null, user_id text not null, keyword text not null, at bigint not null,
  done_at bigint,
  constraint inclusion_request_key primary key (keyword_key, user_id)
);
create index inclusion_request_user on inclusion_request (user_id);

create table upload (
  id text primary key,
  owner text not null, bytes integer not null, created_at bigint not null, used_by ${key}
);
create index upload_unused on upload (used_by, created_at);

create table feedback (
  number ${key} primary key,
  kind text not null, priority smallint not null, state text not null,
  user_id text references user_account (id) on delete cascade,
  contact text, context text, content text not null, created_at bigint not null, answered_at bigint,
  closed_at bigint, is_unread smallint not null
);
create index feedback_closed on feedback (closed_at) where closed_at is not null;
create index feedback_inbox on feedback (state, priority, created_at, number);
create index feedback_kind on feedback (state, kind, created_at, number);
create index feedback_user on feedback (user_id, created_at);
create index feedback_created on feedback (created_at, number);

create table feedback_entry (
  id text primary key,
  feedback_number ${key} not null references feedback (number) on delete cascade,
  at bigint not null, author text not null, content text not null
);
create index feedback_entry_of on feedback_entry (feedback_number, at);

create table feedback_repeat (
  key text primary key,
  number ${key} not null, at bigint not null
);

create table assistant_conversation (
  id ${key} primary key,
  user_id text not null references user_account (id) on delete cascade,
  title text not null, is_renamed smallint not null, updated_at bigint not null
);
create index assistant_conversation_age on assistant_conversation (updated_at);
create index assistant_conversation_of on assistant_conversation (user_id, updated_at, id);

create table assistant_answer (
  id ${key} primary key,
  conversation_id ${key} not null references assistant_conversation (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  question text not null, asked_at bigint not null, status text not null,
  content text, evidence text, message text, is_useful smallint, useless_reason text, useless_text text
);
create index assistant_answer_of on assistant_answer (conversation_id, asked_at, id);
create index assistant_answer_unfinished on assistant_answer (user_id) where status = '生成中';
create index assistant_answer_user on assistant_answer (user_id);

create table assistant_share (
  key_hash text primary key,
  answer_id ${key} not null references assistant_answer (id) on delete cascade,
  created_at bigint not null
);
create index assistant_share_of on assistant_share (answer_id);

create table assistant_use (
  answer_id ${key} primary key,
  user_id text not null references user_account (id) on delete cascade,
  at bigint not null
);
create index assistant_use_age on assistant_use (at);
create index assistant_use_of on assistant_use (user_id, at);

create table company_report (
  id text primary key,
  number text not null,
  user_id text not null references user_account (id) on delete cascade,
  company_id text not null, company_name text not null,
  state text not null, reason text,
  created_at bigint not null, expires_at bigint not null,
  pages integer, pdf text, sections text, attempts integer not null default 0
);
create index company_report_user on company_report (user_id, created_at);
create index company_report_expiry on company_report (expires_at);
create index company_report_unfinished on company_report (created_at) where state in ('waiting', 'running');

create table batch_job (
  id text primary key,
  user_id text not null references user_account (id) on delete cascade,
  file_name text, encoding text,
  state text not null, total integer not null, done_through integer not null, failures integer not null,
  worked_at bigint not null, created_at bigint not null, finished_at bigint
);
create index batch_job_user on batch_job (user_id, created_at);
create index batch_job_running on batch_job (worked_at) where state = 'running';
create index batch_job_created on batch_job (created_at);

create table batch_row (
  job_id text not null references batch_job (id) on delete cascade,
  number integer not null, first_number integer not null,
  input text not null, name text, code text,
  result text, why text not null, company_id text, candidates text not null, is_chosen integer not null,
  constraint batch_row_key primary key (job_id, number)
) ${withoutRowid};
`

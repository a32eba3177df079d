import type { SchemaTypes } from './schema-types.ts'

/** Accounts, sessions, codes, keys, limits, and what a user has chosen, viewed, followed and checked. */
export const accountsSchema = ({ key }: SchemaTypes) => `
create table user_account (
  id text primary key,
  mobile text not null unique,
  nickname text, created_at bigint not null, password_hash text, vip_expire_at bigint, vip_source text,
  erase_at bigint
);
create index user_account_erase on user_account (erase_at);

create table user_choice (
  user_id text not null references user_account (id) on delete cascade,
  kind text not null, choice_id text not null, position integer not null,
  constraint user_choice_key primary key (user_id, kind, choice_id)
);

create table gift_grant (
  mobile_hmac text primary key,
  user_id text not null, granted_at bigint not null
);

create table consent (
  id text primary key,
  user_id text not null, agreement_version text not null, at bigint not null, device_type text not null
);
create index consent_user on consent (user_id, at);

create table session (
  user_id text not null references user_account (id) on delete cascade,
  token_hash text primary key,
  id text not null unique,
  source text, device_type text not null, device_id text not null, fr text not null,
  created_at bigint not null, last_used_at bigint not null, expires_at bigint not null, written_up_to bigint
);
create index session_expiry on session (expires_at);
create index "session_user" on session (user_id, created_at);

create table external_ticket (
  token_hash text primary key,
  source text not null, mobile text not null, expires_at bigint not null,
  is_first_login smallint not null default 0
);
create index external_ticket_expiry on external_ticket (expires_at);

create table partner_nonce (
  source text not null, nonce text not null, expires_at bigint not null,
  constraint partner_nonce_key primary key (source, nonce)
);
create index partner_nonce_expiry on partner_nonce (expires_at);

create table sms_code (
  mobile text not null, scene text not null, code_hmac text not null, guesses_left integer not null,
  expires_at bigint not null, used_at bigint,
  constraint sms_code_key primary key (mobile, scene)
);
create index sms_code_expiry on sms_code (expires_at);

create table captcha (
  id text primary key,
  answer_hmac text not null, expires_at bigint not null
);
create index captcha_expiry on captcha (expires_at);

create table limit_bucket (
  key text primary key,
  full_at double precision not null
);
create index limit_bucket_full on limit_bucket (full_at);

create table audit_event (
  id text primary key,
  at bigint not null, kind text not null, user_id text, mobile_masked text, address text not null,
  subject text
);
create index audit_event_at on audit_event (at);

create table wechat_link (
  openid_hmac text primary key,
  user_id text not null unique references user_account (id) on delete cascade,
  linked_at bigint not null
);

create table wechat_bind_token (
  token_hash text primary key,
  openid_hmac text not null, expires_at bigint not null
);

create table wechat_token (
  name text primary key,
  sealed text, expires_at bigint not null, renewing_until bigint not null
);

create table search_history (
  user_id text not null references user_account (id) on delete cascade,
  id text primary key,
  company_name text not null, position integer not null, searched_at bigint not null,
  constraint search_history_once unique (user_id, company_name)
);
create index search_history_newest on search_history (user_id, position);

create table view_history (
  user_id text not null references user_account (id) on delete cascade,
  company_id ${key} not null, position integer not null, viewed_at bigint not null,
  constraint view_history_key primary key (user_id, company_id)
);
create index view_history_newest on view_history (user_id, position);

create table follow (
  user_id text not null references user_account (id) on delete cascade,
  company_id ${key} not null, group_name text not null, position integer not null,
  followed_at bigint not null, from_seq bigint not null,
  constraint follow_key primary key (user_id, company_id)
);
create index follow_company on follow (company_id);

create table follower (
  user_id text primary key references user_account (id) on delete cascade,
  seen_seq bigint not null, unread integer not null, seen_at bigint
);

create table contact_use (
  id text primary key,
  user_id text not null references user_account (id) on delete cascade,
  kind text not null, subject text not null, at bigint not null
);
create index contact_use_at on contact_use (at);
create index contact_use_user on contact_use (user_id, kind, at);

create table official_check (
  user_id text not null references user_account (id) on delete cascade,
  company_id ${key} not null, site text not null, result text not null, checked_at bigint not null,
  constraint official_check_key primary key (user_id, company_id, site)
);

create table user_lock (
  user_id text primary key references user_account (id) on delete cascade,
  reason text not null, locked_at bigint not null, ends_at bigint not null
);

create table api_key (
  key_hash text primary key,
  id text not null unique,
  user_id text not null references user_account (id) on delete cascade,
  name text not null, ending text not null,
  created_at bigint not null, expires_at bigint not null, last_used_at bigint,
  used_on text not null, used_calls integer not null
);
create index api_key_user on api_key (user_id, created_at);
create index api_key_expiry on api_key (expires_at);

create table alert_target (
  id text primary key,
  user_id text not null references user_account (id) on delete cascade,
  channel text not null, format text not null,
  address_sealed text not null, address_masked text not null, address_hmac text not null,
  created_at bigint not null,
  sent_seq bigint not null, taken_day text not null, done_day text not null, sent_at bigint,
  attempts integer not null, retry_at bigint not null,
  refusals integer not null, is_refused smallint not null,
  cause text, failed_at bigint,
  unique (user_id, channel)
);
create index alert_target_day on alert_target (taken_day, attempts);
create index alert_target_address on alert_target (address_hmac);

create table alert_stop (
  address_hmac text primary key,
  address_masked text not null, reason text not null, stopped_at bigint not null
);
`

import type { SchemaTypes } from './schema-types.ts'

/** Companies with their names, keys and contacts, the changes that the index follows, and events for followers. */
export const companiesSchema = ({ key, sequence, withoutRowid }: SchemaTypes) => `
create table source (
  id text primary key,
  name text not null, scope text not null, url text, licence text not null, kind text not null, as_of text,
  covers text not null default 'all'
);

create table company (
  id ${key} primary key,
  credit_code ${key}, registration_number ${key}, name text not null, name_key ${key} not null,
  matched_by text not null, name_english text, short_name text, status text, status_raw text,
  business_type text, joint_stock_type text, legal_representative text, legal_representative_title text,
  capital_unit text, capital_currency text, paid_in_unit text, paid_in_currency text, founded_on ${key},
  approved_on text, term_from text, term_to text, authority text, region_code text, industry_code text,
  industry_section text, address text, mail_address text, scope text, website text, email text,
  staff_size text, taxpayer_type text, customs_code text, ended_on text, ended_reason text, ended_office text,
  identity_source text, identity_as_of text, registration_source text, registration_as_of text,
  people_source text, people_as_of text, capital_source text, capital_as_of text, contact_source text,
  contact_as_of text, listing_source text, listing_as_of text, capital_value double precision,
  capital_comparable double precision, paid_in_value double precision, staff_year integer,
  insured_count integer, insured_year integer, phones text not null, other_origins text not null,
  prominence integer not null, is_listed smallint not null, is_demo smallint not null,
  created_at bigint not null, updated_at bigint not null, investor_authority text, list_province text,
  hidden_representative text, only_run integer, lei ${key}, wikidata_id text, logo_file text, parent_company text,
  ultimate_parent text
);
create unique index company_credit_code on company (credit_code);
create index company_name_key on company (name_key);
create index company_newest on company (is_demo, founded_on, id);
create index company_registration_number on company (registration_number);
create index company_lei on company (lei);

create table company_name (
  company_id ${key} not null references company (id) on delete cascade,
  kind text not null, value text not null, value_key ${key} not null, valid_from text not null, valid_to text,
  source text,
  constraint company_name_key_columns primary key (company_id, kind, value, valid_from)
);
create index company_name_value_key on company_name (value_key);

create table company_listing (
  company_id ${key} not null references company (id) on delete cascade,
  exchange text not null, code ${key} not null, old_code ${key}, board text, state text, listed_on text,
  delisted_on text,
  constraint company_listing_key_columns primary key (company_id, exchange, code)
);
create index company_listing_code on company_listing (code);
create index company_listing_newest on company_listing (state, listed_on, code);
create index company_listing_old_code on company_listing (old_code);

create table company_key (
  scheme text not null, source_key ${key} not null,
  company_id ${key} not null references company (id) on delete cascade,
  constraint company_key_columns primary key (scheme, source_key)
);
create index company_key_company on company_key (company_id);

create table company_known_name (
  name_key ${key} not null,
  company_id ${key} not null references company (id) on delete cascade,
  constraint company_known_name_columns primary key (name_key, company_id)
);
create index company_known_name_company on company_known_name (company_id);

create table company_part (
  id ${key} primary key,
  company_id ${key} not null references company (id) on delete cascade,
  content text not null
);
create index company_part_company on company_part (company_id);

create table company_former_id (
  id ${key} primary key,
  company_id ${key} not null
);
create index company_former_id_company on company_former_id (company_id);

create table company_change (
  seq ${sequence},
  company_id ${key} not null, at bigint not null
);

create table company_contact (
  number_key ${key} not null,
  company_id ${key} not null references company (id) on delete cascade,
  is_hidden smallint not null,
  constraint company_contact_key primary key (number_key, company_id)
) ${withoutRowid};
create index company_contact_company on company_contact (company_id);
create index company_contact_hidden on company_contact (company_id) where is_hidden = 1;

create table company_event (
  seq ${sequence},
  subject_key ${key} not null, kind ${key} not null, change text not null, record_id ${key}, field text,
  value_before text, value_after text, source_id text not null, as_of text, event_date text,
  imported_at bigint not null, run_id text not null, is_late smallint not null
);
create index company_event_subject on company_event (subject_key, seq);

create table event_cursor (
  seq bigint not null
);

create table company_views (
  company_id ${key} primary key,
  views integer not null
);

create table company_removal (
  company_id ${key} primary key,
  name text not null, name_keys text not null, credit_code ${key}, registration_number ${key},
  source_keys text not null, content text, reason text not null, operator text not null, created_at bigint not null
);
`

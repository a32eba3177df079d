import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** A database on the server. `release` returns it to the pool, unless a test has changed more than rows. */
export type PostgresDatabase = { url: string; release: () => Promise<void> }

async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const query = <Row extends object>(url: string, statement: string, values: readonly string[] = []) =>
  connected(url, async (client) => (await client.query<Row>(statement, [...values])).rows)

const urlOf = (serverUrl: string, name: string) => {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Copies of tables, and of partitions, that hold rows after the migrations. Every copy of the template holds them too. */
const rememberRows = `
  create schema migrated;
  do $$
  declare
    name text;
    has_rows boolean;
  begin
    for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('select exists (select from public.%I)', name) into has_rows;
      if has_rows then execute format('create table migrated.%1$I as table public.%1$I', name); end if;
    end loop;
  end $$`

/** Schemas, tables, indexes and settings of a database as one hash: a test may leave other ones. */
const shape = `
  select md5(concat_ws(';',
    (select string_agg(nspname, ',' order by nspname) from pg_namespace where nspname !~ '^pg_'),
    (select string_agg(concat_ws(' ', tables.relname, found.relname, found.relkind), ',' order by found.relname)
     from pg_class as found
     left join pg_index on pg_index.indexrelid = found.oid
     left join pg_class as tables on tables.oid = pg_index.indrelid
     where found.relnamespace = 'public'::regnamespace),
    (select string_agg(setconfig::text, ',' order by setrole) from pg_db_role_setting
     join pg_database on pg_database.oid = setdatabase where datname = current_database()))) as shape`

const endConnections = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();`

/** Restores the state after the migrations. Takes 10 ms where a new copy of the template takes 200 ms. */
const restoreRows = `
  ${endConnections}
  do $$
  declare
    name text;
    has_rows boolean;
    filled text[] := '{}';
  begin
    for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('select exists (select from public.%I)', name) into has_rows;
      if has_rows then filled := filled || format('public.%I', name); end if;
    end loop;
    if filled <> '{}' then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
    for name in select tablename from pg_tables where schemaname = 'migrated' loop
      execute format('insert into public.%1$I table migrated.%1$I', name);
    end loop;
    perform setval(format('public.%I', sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null;
  end $$`

/** Creates the database that tests copy. `migrate` fills the database at the address it gets. Returns its name. */
export async function createTemplate(serverUrl: string, migrate: (url: string) => Promise<void>): Promise<string> {
  await query(serverUrl, 'create table free_database (name text primary key)')
  await query(serverUrl, 'create database template_of_tests')
  const url = urlOf(serverUrl, 'template_of_tests')
  await migrate(url)
  await query(url, rememberRows)
  return 'template_of_tests'
}

/** Takes a database that another test has released and restores its rows, or copies the template where there is none. */
export async function takePostgresDatabase(serverUrl: string, template: string): Promise<PostgresDatabase> {
  const [free] = await query<{ name: string }>(
    serverUrl,
    `delete from free_database
     where name = (select name from free_database limit 1 for update skip locked) returning name`,
  )
  const name = free?.name ?? `test_${randomUUID().replaceAll('-', '')}`
  if (free === undefined) await query(serverUrl, `create database ${name} template ${template}`)
  const url = urlOf(serverUrl, name)
  const shapeAfter = (statement: string) =>
    connected(url, async (client) => {
      await client.query(statement)
      return (await client.query<{ shape: string }>(shape)).rows[0]?.shape
    })
  const migrated = await shapeAfter(free === undefined ? '' : restoreRows)
  const release = async () => {
    if ((await shapeAfter(endConnections)) !== migrated) return
    await query(serverUrl, 'insert into free_database values ($1)', [name])
  }
  return { url, release }
}

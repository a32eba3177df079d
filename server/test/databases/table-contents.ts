import { sql } from 'kysely'
import type { Client } from 'pg'
import type { OpenDatabase } from '../../src/platform/database/open-database.ts'

const own = 'current_schema()::regnamespace'

/** Statements, in an order in which they can run. */
const functions = `select pg_get_functiondef(oid) as statement from pg_proc where pronamespace = ${own} order by proname`
const sequences = `select format('create sequence %I as %s', sequencename, data_type) as statement
  from pg_sequences where schemaname = current_schema() order by sequencename`
const tables = `select format('create table %I (%s)%s', c.relname,
    string_agg(format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when d.adbin is null then '' else ' default ' || pg_get_expr(d.adbin, d.adrelid) end,
      case when a.attnotnull then ' not null' else '' end), ', ' order by a.attnum),
    case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end) as statement
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = ${own} and c.relkind in ('r', 'p') and not c.relispartition
  group by c.oid, c.relname, c.relkind order by c.relname`
const partitions = `select format('create table %I partition of %I %s', c.relname, p.relname,
    pg_get_expr(c.relpartbound, c.oid)) as statement
  from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
  where c.relnamespace = ${own} and c.relkind = 'r' and c.relispartition order by c.relname`
const owners = `select format('alter sequence %I owned by %I.%I', s.relname, t.relname, a.attname) as statement
  from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_class t on t.oid = d.refobjid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
  where s.relnamespace = ${own} and d.deptype = 'a' order by s.relname`
const values = `select format('select setval(%L, %s)', sequencename, last_value) as statement
  from pg_sequences where schemaname = current_schema() and last_value is not null order by sequencename`
/** Keys before the foreign keys that refer to them; the constraint of NOT NULL is part of the table. */
const constraints = `select format('alter table %I add constraint %I %s', t.relname, k.conname,
    pg_get_constraintdef(k.oid)) as statement
  from pg_constraint k join pg_class t on t.oid = k.conrelid
  where k.connamespace = ${own} and k.conparentid = 0 and k.contype in ('p', 'u', 'f', 'c')
  order by array_position('{p,u,c,f}', k.contype::text), t.relname, k.conname`
const indexes = `select pg_get_indexdef(x.indexrelid) as statement
  from pg_index x join pg_class i on i.oid = x.indexrelid
  where i.relnamespace = ${own} and not i.relispartition
    and not exists (select from pg_constraint where conindid = x.indexrelid) order by i.relname`
const triggers = `select pg_get_triggerdef(t.oid) as statement from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = ${own} and not t.tgisinternal and t.tgparentid = 0 order by t.tgname`
/** Statements that make the schema as it is: before the rows, and after them. */
export async function schemaStatements(client: Client): Promise<{ before: string[]; after: string[] }> {
  const statements = async (...queries: string[]) => {
    const all: string[] = []
    for (const query of queries) {
      // `public.` would bind the text to a schema.
      const { rows } = await client.query<{ statement: string }>(query)
      all.push(...rows.map(({ statement }) => statement.replaceAll('public.', '')))
    }
    return all
  }
  return {
    before: await statements(functions, sequences, tables, partitions, owners),
    after: await statements(values, constraints, indexes, triggers),
  }
}

async function tableNames({ db, kind }: OpenDatabase): Promise<string[]> {
  const query =
    kind === 'postgres'
      ? sql<{ name: string }>`select relname as name from pg_class
          where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`
      : sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_stat%'`
  return (await query.execute(db)).rows.map(({ name }) => name).toSorted()
}

/** Every row of every table as text, in order. The lock of migrations is left out. */
export async function tableContents(database: OpenDatabase): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const name of await tableNames(database)) {
    if (name === 'kysely_migration_lock') continue
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(database.db)
    contents[name] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return contents
}

import type { Client } from 'pg'
import { timed } from './timing.ts'

/** A table with its partitions: rows, and bytes of the rows, of the long texts and of each index. */
export type TableSize = {
  table: string
  rows: number
  heap: number
  toast: number
  indexes: ReadonlyMap<string, number>
}

/** Tables that grow with companies or records. */
const tables = ['record', 'record_subject', 'company', 'subject_name', 'company_contact', 'company_event']

const sizeQuery = `
  with leaf as (
    select $1::text as root, c.oid, c.relname, c.reltoastrelid, greatest(c.reltuples, 0) as reltuples
    from pg_class as c
    where c.relkind = 'r'
      and (c.oid = $1::regclass or c.oid in (select inhrelid from pg_inherits where inhparent = $1::regclass))
  ), part_index as (
    select i.indexrelid, coalesce((select p.relname from pg_inherits join pg_class as p on p.oid = inhparent
      where inhrelid = i.indexrelid), c.relname)::text as name
    from leaf join pg_index as i on i.indrelid = leaf.oid join pg_class as c on c.oid = i.indexrelid
  )
  select (select sum(reltuples) from leaf)::float8 as rows,
    (select sum(pg_table_size(oid)) from leaf)::float8 as stored,
    (select coalesce(sum(pg_total_relation_size(reltoastrelid)) filter (where reltoastrelid <> 0), 0) from leaf)::float8 as toast,
    (select coalesce(json_object_agg(name, bytes), '{}') from (
      select name, sum(pg_relation_size(indexrelid)) as bytes from part_index group by name) as by_name) as indexes`

type SizeRow = { rows: number; stored: number; toast: number; indexes: Record<string, number> }

export async function readSizes(client: Client): Promise<TableSize[]> {
  const sizes: TableSize[] = []
  for (const table of tables) {
    const { rows } = await client.query<SizeRow>(sizeQuery, [table])
    const [size] = rows
    if (size === undefined) throw new Error(table)
    const { stored, toast, indexes } = size
    sizes.push({ table, rows: size.rows, heap: stored - toast, toast, indexes: new Map(Object.entries(indexes)) })
  }
  return sizes
}

export const bytesOf = ({ heap, toast, indexes }: TableSize): number =>
  heap + toast + Array.from(indexes.values()).reduce((sum, bytes) => sum + bytes, 0)

/** Seconds of work on one partition of the largest table, which an operator repeats for each. */
export async function timeUpkeep(client: Client): Promise<readonly (readonly [work: string, seconds: number])[]> {
  const works = ['vacuum record_subject_00', 'reindex table record_subject_00', 'analyze record_subject']
  const times: (readonly [string, number])[] = []
  for (const work of works) times.push([work, (await timed(() => client.query(work))) / 1_000])
  return times
}

import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Partitions of each table. A query that cannot name its partitions while it is planned plans all of them: 0.4 ms with 16,
 * 1 ms with 32. With 500 million records a partition has 31 million of them (docs/decisions/0070).
 */
export const PARTITIONS = 16

/** A table that PostgreSQL stores in partitions by the hash of `by`, which begins its primary key. */
export type PartitionedTable = { name: 'record' | 'record_subject'; by: string; primaryKey: readonly string[] }

export const partitionedTables: readonly PartitionedTable[] = [
  { name: 'record', by: 'id', primaryKey: ['id'] },
  { name: 'record_subject', by: 'subject_key', primaryKey: ['subject_key', 'kind', 'record_id'] },
]

/** The partitioned table while its rows are copied, and the table that it replaces once they are. */
export const namesOf = ({ name }: Pick<PartitionedTable, 'name'>) => ({
  copy: `${name}_partitioned`,
  replaced: `${name}_unpartitioned`,
  mirror: `${name}_to_partitions`,
})

/** Where the copy stands. */
const PROGRESS = 'partition_copy'

/** Tables that exist only while rows are copied, and whose rows other tables have too. */
export const tablesOfCopy: readonly string[] = [
  PROGRESS,
  ...partitionedTables.flatMap((table) => [namesOf(table).copy, namesOf(table).replaced]),
]

const partitionName = (name: string, at: number) => `${name}_${String(at).padStart(2, '0')}`

/** Creates the empty partitioned table with the columns of the existing one. */
export async function createPartitions(db: QueryExecutorProvider, table: PartitionedTable): Promise<void> {
  const { copy } = namesOf(table)
  const key = sql.join(table.primaryKey.map((column) => sql.id(column)))
  await sql`create table ${sql.id(copy)} (
    like ${sql.id(table.name)} including defaults, constraint ${sql.id(`${copy}_key`)} primary key (${key})
  ) partition by hash (${sql.id(table.by)})`.execute(db)
  for (let at = 0; at < PARTITIONS; at += 1) {
    await sql`create table ${sql.id(partitionName(table.name, at))} partition of ${sql.id(copy)}
      for values with (modulus ${sql.lit(PARTITIONS)}, remainder ${sql.lit(at)})`.execute(db)
  }
}

/**
 * Repeats every change of the existing table in the partitioned one, whichever release of the program makes it. Waits for
 * the transactions that write the table.
 */
export async function mirrorChanges(db: QueryExecutorProvider, table: PartitionedTable): Promise<void> {
  const { copy, mirror } = namesOf(table)
  const sameRow = sql.join(
    table.primaryKey.map((column) => sql`${sql.id(column)} = old.${sql.id(column)}`),
    sql` and `,
  )
  await sql`create function ${sql.id(mirror)}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then delete from ${sql.id(copy)} where ${sameRow}; end if;
      if tg_op <> 'DELETE' then insert into ${sql.id(copy)} select new.*; end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger ${sql.id(mirror)} after insert or update or delete on ${sql.id(table.name)}
    for each row execute function ${sql.id(mirror)}()`.execute(db)
}

/** Gives the partitioned table the name of the existing one, which is kept under another name. */
export async function switchTables(db: QueryExecutorProvider, table: PartitionedTable): Promise<void> {
  const { copy, replaced, mirror } = namesOf(table)
  await sql`drop trigger if exists ${sql.id(mirror)} on ${sql.id(table.name)}`.execute(db)
  await sql`drop function if exists ${sql.id(mirror)}`.execute(db)
  await sql`alter table ${sql.id(table.name)} rename to ${sql.id(replaced)}`.execute(db)
  await sql`alter table ${sql.id(copy)} rename to ${sql.id(table.name)}`.execute(db)
}

export const dropReplaced = (db: QueryExecutorProvider, table: PartitionedTable) =>
  sql`drop table ${sql.id(namesOf(table).replaced)}`.execute(db)

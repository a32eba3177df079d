/** What differs between the two databases in the text of a schema. */
export type SchemaTypes = {
  /**
   * Codes and comparison keys, which sort by code point in both databases, so that one range query finds a prefix. SQLite does
   * so by default; PostgreSQL would use the operator's locale.
   */
  key: string
  /** A number that counts up, as primary key. */
  sequence: string
  /** Ends a table whose rows SQLite stores in the primary key: it is most of the row. */
  withoutRowid: string
  /** Ends a table that PostgreSQL stores in partitions by the hash of a column. */
  partitionedBy: (column: string) => string
}

export const sqliteTypes: SchemaTypes = {
  key: 'text',
  sequence: 'integer primary key autoincrement',
  withoutRowid: 'without rowid',
  partitionedBy: () => '',
}

export const postgresTypes: SchemaTypes = {
  key: 'text collate "C"',
  sequence: 'bigserial primary key',
  withoutRowid: '',
  partitionedBy: (column) => `partition by hash (${column})`,
}

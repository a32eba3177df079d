/** Keys of a table in its order. */
export function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
  const isKey = (key: string): key is K => key in table
  return Object.keys(table).filter(isKey)
}

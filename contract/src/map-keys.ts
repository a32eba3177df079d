/** Builds an object with one value per key; `mapKeys(['a'], 'List', …)` has the property `aList`. */
export function mapKeys<K extends string, S extends string, V>(
  keys: readonly K[],
  suffix: S,
  valueOf: (key: K) => V,
): { readonly [Key in K as `${Key}${S}`]: V }
export function mapKeys(keys: readonly string[], suffix: string, valueOf: (key: string) => unknown) {
  return Object.fromEntries(keys.map((key) => [key + suffix, valueOf(key)]))
}

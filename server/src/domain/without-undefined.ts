type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** The fields that have a value: an optional field is absent, never undefined. */
export function withoutUndefined<T extends object>(fields: T): Defined<T>
export function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

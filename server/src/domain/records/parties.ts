import type { FieldValue, Party } from '@baiqicha/contract/records/fields'

/** The parties in a list of a record; none in any other value. */
export const partiesIn = (value: FieldValue | undefined): Party[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object').filter((item) => 'role' in item) : []

import { hasManyDigits } from './digit-groups.ts'
import { maskNumbersIn } from './records/masked-numbers.ts'

/** A row without mobile, identity or bank card numbers in its texts; the row itself when it has none. */
export function maskRow<Row extends object>(row: Row, unmasked: ReadonlySet<string> = new Set()): Row {
  let masked = row
  for (const [column, value] of Object.entries(row)) {
    if (typeof value !== 'string' || unmasked.has(column) || !hasManyDigits(value)) continue
    if (masked === row) masked = { ...row }
    Reflect.set(masked, column, maskNumbersIn(value))
  }
  return masked
}

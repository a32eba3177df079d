import { hasManyDigits } from './digit-groups.ts'
import { maskNumbersIn } from './masking.ts'

/** Codes that are checked when they are imported: some have the shape of an identity number. */
const codes = new Set(['creditCode', 'registrationNumber', 'taxNumber', 'organisationCode'])

/** Ids of companies, records, contacts and other rows, and digests: hexadecimal ones contain rows of digits by chance. */
const ids =
  /((?<![0-9A-Za-z])(?:c[0-9a-z]{16}|[rt][0-9a-f]{24}|hm-[0-9a-f]{12}|[a-z]-[0-9a-z]{20}|(?=\d*[a-f])(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{64}))(?![0-9A-Za-z]))/

const maskText = (text: string) =>
  text
    .split(ids)
    .map((part, at) => (at % 2 === 0 ? maskNumbersIn(part) : part))
    .join('')

/**
 * The value with masked texts; the value itself when none changes, as in most answers. A function given to JSON.stringify
 * would be called for every value, which takes twice as long.
 */
function masked(key: string, value: unknown): unknown {
  if (typeof value === 'string') return hasManyDigits(value) && !codes.has(key) ? maskText(value) : value
  if (typeof value !== 'object' || value === null) return value
  let copy: object | null = null
  for (const [field, content] of Object.entries(value)) {
    const after = masked(field, content)
    if (after === content) continue
    copy ??= Array.isArray(value) ? [...value] : { ...value }
    Reflect.set(copy, field, after)
  }
  return copy ?? value
}

/**
 * JSON of data that leave the server, without a mobile, identity or bank card number in any text. Every answer with facts
 * of companies or records passes here, whatever its presenter has masked before.
 */
export const maskedJson = (data: unknown): string => JSON.stringify(masked('', data))

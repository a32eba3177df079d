import { hasManyDigits } from './digit-groups.ts'
import { maskNumbersIn } from './masking.ts'

/** Codes that are checked when they are imported: some have the shape of an identity number. */
const codes = new Set(['creditCode', 'registrationNumber', 'taxNumber', 'organisationCode'])

/** Ids of companies, records, contacts and other rows: hexadecimal ones contain rows of digits by chance. */
const ids = /((?<![0-9A-Za-z])(?:c[0-9a-z]{16}|[rt][0-9a-f]{24}|[a-z]-[0-9a-z]{20})(?![0-9A-Za-z]))/

const maskText = (text: string) =>
  ids.test(text)
    ? text
        .split(ids)
        .map((part, at) => (at % 2 === 0 ? maskNumbersIn(part) : part))
        .join('')
    : maskNumbersIn(text)

const maskValue = (key: string, value: unknown): unknown =>
  typeof value === 'string' && !codes.has(key) ? maskText(value) : value

/**
 * JSON of data that leave the server, without a mobile, identity or bank card number in any text. Every answer with facts
 * of companies or records passes here, whatever its presenter has masked before.
 */
export function maskedJson(data: unknown): string {
  const text = JSON.stringify(data)
  return hasManyDigits(text) ? JSON.stringify(data, maskValue) : text
}

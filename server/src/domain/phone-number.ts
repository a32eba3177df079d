/** 7 digits are the shortest phone number, 15 the longest (E.164). */
const isNumber = (digits: string) => /^\d{7,15}$/.test(digits)

const digitsOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/^\s*(?:\+|00)/, '')
    .replace(/[\s().-]/g, '')
const areaCode = /^0(?:10|2\d|[3-9]\d{2})(?=\d{7,8}$)/

/** Digits of a typed phone number; null when the text is none. */
export function parsePhoneNumber(typed: string): string | null {
  const digits = digitsOf(typed).replace(/^86(?=1\d{10}$|0?[2-9]\d{8,10}$)/, '')
  return isNumber(digits) ? digits : null
}

/** Digits by which a published number is found: with and without its area code. */
export function phoneKeys(published: string): string[] {
  const digits = parsePhoneNumber(published)
  if (digits === null) return []
  const local = digits.replace(areaCode, '')
  return local === digits ? [digits] : [digits, local]
}

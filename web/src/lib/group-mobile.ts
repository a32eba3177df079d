import { parseMobile } from '@baiqicha/contract/account'

/** Groups the digits of a typed number as 138 0000 0000. Returns other text, such as a started +86, unchanged. */
export function groupMobile(text: string): string {
  const digits = parseMobile(text) ?? text.normalize('NFKC').replace(/\s/g, '')
  if (!/^\d+$/.test(digits)) return text
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter((group) => group !== '').join(' ')
}

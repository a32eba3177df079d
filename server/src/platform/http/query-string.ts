import { isCleanText } from './json-body.ts'
import { badRequest } from './refusal.ts'

/** A query string as text by name. @throws Refusal for broken escapes, repeated names and text no database takes. */
export function parseQueryString(url: string): Record<string, string> {
  const start = url.indexOf('?')
  if (start === -1) return {}
  const values = new Map<string, string>()
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue
    const split = pair.indexOf('=')
    const name = decode(split === -1 ? pair : pair.slice(0, split))
    if (values.has(name)) throw badRequest('参数重复')
    values.set(name, split === -1 ? '' : decode(pair.slice(split + 1)))
  }
  return Object.fromEntries(values)
}

// An address is ASCII; anything else arrives escaped, or from something that is no browser.
const ascii = /^[\x21-\x7e]*$/

function decode(part: string): string {
  if (!ascii.test(part)) throw badRequest('地址编码有误')
  let text: string
  try {
    text = decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    throw badRequest('地址编码有误')
  }
  if (!isCleanText(text)) throw badRequest('含有不可用的字符')
  return text
}

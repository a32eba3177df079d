import { maskNumbersIn } from '../../domain/records/masked-numbers.ts'

const secretNames = new Set(['token', 'key', 'isfirstlogin', 'smscode', 'captchacode', 'password', 'mobile'])

const nameOf = (pair: string) => {
  const name = pair.split('=', 1)[0] ?? ''
  try {
    return decodeURIComponent(name).toLowerCase()
  } catch {
    return name.toLowerCase()
  }
}

/** Masks numbers in any spelling: encoded, with spaces, hyphens or full-width digits. */
function maskEncoded(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    const masked = maskNumbersIn(decoded)
    return masked === decoded ? text : encodeURIComponent(masked)
  } catch {
    return maskNumbersIn(text)
  }
}

function redactPair(pair: string): string {
  if (secretNames.has(nameOf(pair))) return `${nameOf(pair)}=[redacted]`
  const [name = '', ...value] = pair.split('=')
  return [name, ...value].map(maskEncoded).join('=')
}

/** A parameter of a route about persons: its value is an id or a word. Anything else may be a typed name. */
const isPlain = (pair: string) => /^[\w-]+=[\w-]*$/.test(pair)

/** The URL for the log: without tokens, codes, passwords, names of persons, full mobile and identity numbers. */
export function redactUrl(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return maskNumbersIn(url)
  const path = url.slice(0, start)
  const query = url
    .slice(start + 1)
    .split('&')
    .map((pair) => (path.includes('/people/') && pair !== '' && !isPlain(pair) ? '[redacted]' : redactPair(pair)))
  return `${maskNumbersIn(path)}?${query.join('&')}`
}

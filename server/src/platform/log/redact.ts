import { maskMobilesIn } from '../../domain/mask.ts'

const secretNames = new Set(['token', 'key', 'isfirstlogin', 'smscode', 'captchacode', 'password', 'mobile'])

const nameOf = (pair: string) => {
  const name = pair.split('=', 1)[0] ?? ''
  try {
    return decodeURIComponent(name).toLowerCase()
  } catch {
    return name.toLowerCase()
  }
}

/** The URL for the log: without tokens, codes, passwords and full mobile numbers. */
export function redactUrl(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return maskMobilesIn(url)
  const query = url
    .slice(start + 1)
    .split('&')
    .map((pair) => (secretNames.has(nameOf(pair)) ? `${nameOf(pair)}=[redacted]` : pair))
  return maskMobilesIn(`${url.slice(0, start)}?${query.join('&')}`)
}

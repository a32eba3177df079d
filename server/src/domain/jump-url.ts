// Characters that a browser removes or converts before it parses an address: control characters, spaces, backslashes.
const unsafe = /[\p{Cc}\p{Cf}\s\\]/u

/** Whether a link is a path within the app, or https on a host that the operator allowed. */
export function isSafeJumpUrl(url: string, jumpHosts: readonly string[]): boolean {
  if (unsafe.test(url)) return false
  if (url.startsWith('/')) return !url.startsWith('//')
  if (!url.startsWith('https://') || !URL.canParse(url)) return false
  const { hostname, username, password } = new URL(url)
  return username === '' && password === '' && jumpHosts.includes(hostname)
}

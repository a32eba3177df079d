import { createHash } from 'node:crypto'

export type PagePolicy = {
  /** The built index.html; the policy allows its inline style by hash. Empty without a build. */
  indexHtml: string
  logoHosts: readonly string[]
  frameAncestors: readonly string[]
  testHosts: readonly string[]
  /** Whether the pages may frame pages of their own host. */
  framesOwn?: boolean
}

const fixed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
}

const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g

/** The hash sources of the inline styles of a page. */
const styleHashes = (html: string) =>
  Array.from(
    html.matchAll(inlineStyle),
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )

const list = (...sources: (string | readonly string[])[]) => sources.flat().join(' ')

function contentSecurityPolicy(policy: PagePolicy, styles: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${list("'self'", styles)}`,
    "connect-src 'self'",
    `img-src ${list(
      "'self'",
      'data:',
      'blob:',
      policy.logoHosts.map((host) => `https://${host}`),
    )}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    ...(policy.framesOwn === true ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    `frame-ancestors ${policy.frameAncestors.length === 0 ? "'none'" : list(policy.frameAncestors)}`,
  ].join('; ')
}

const hostnameOf = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

/** Whether a `Host` header, with or without a port, names a test host. */
export const isTestHost = (host: string | undefined, testHosts: readonly string[]): boolean =>
  host !== undefined && testHosts.includes(hostnameOf(host))

/**
 * Security headers of a response, by the requested host. A test host allows inline styles, for the debug console; all other
 * hosts count as production.
 */
export function createSecurityHeaders(policy: PagePolicy): (host: string | undefined) => Record<string, string> {
  const headers = (styles: readonly string[]) => ({
    ...fixed,
    'content-security-policy': contentSecurityPolicy(policy, styles),
  })
  const production = headers(styleHashes(policy.indexHtml))
  const test = headers(["'unsafe-inline'"])
  return (host) => (isTestHost(host, policy.testHosts) ? test : production)
}

import { DESK_HEADER } from '@baiqicha/contract/desk/actions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLocalHost } from '../platform/http/client-address.ts'
import { badRequest } from '../platform/http/refusal.ts'

/**
 * Refuses calls that a page of another origin or a form sends: browsers send cookies of a host to all its ports. Without
 * `OPS_ORIGIN` the origin is the requested host, which must be this machine. @throws Refusal
 */
export function requireOwnOrigin({ headers }: FastifyRequest, opsOrigin: string | undefined): void {
  const { origin, host = '' } = headers
  const own = opsOrigin ?? (isLocalHost(host.replace(/:\d+$/, '')) ? `http://${host}` : undefined)
  if (own === undefined || origin?.toLowerCase() !== own || headers[DESK_HEADER] !== '1') throw badRequest('来源不符')
}

const NAME = 'baiqicha-desk'
/** Browsers accept the prefix only over https, for the whole host, and not from a sibling subdomain. */
const nameFor = (isSecure: boolean) => (isSecure ? `__Host-${NAME}` : NAME)

const attributes = (isSecure: boolean) => `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

/** The token in the cookie of the desk; empty: none. */
export function cookieTokenOf({ headers }: FastifyRequest, isSecure: boolean): string {
  const wanted = `${nameFor(isSecure)}=`
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length) ?? ''
}

/** Ends with the browser; the session ends earlier in the database. */
export const setCookie = (reply: FastifyReply, token: string, isSecure: boolean) =>
  reply.header('set-cookie', `${nameFor(isSecure)}=${token}; ${attributes(isSecure)}`)

export const clearCookie = (reply: FastifyReply, isSecure: boolean) =>
  reply.header('set-cookie', `${nameFor(isSecure)}=; Max-Age=0; ${attributes(isSecure)}`)

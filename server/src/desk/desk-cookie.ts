import type { FastifyReply, FastifyRequest } from 'fastify'

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

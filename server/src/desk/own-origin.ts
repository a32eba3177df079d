import { DESK_HEADER } from '@baiqicha/contract/desk/actions'
import type { FastifyRequest } from 'fastify'
import { isLocalHost } from '../platform/http/local-host.ts'
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

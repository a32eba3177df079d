import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import * as z from 'zod/mini'
import { parseRanges } from '../http/client-address.ts'
import { SendFailure } from './send-mail.ts'

/** Private, shared, documentation, benchmark, multicast and reserved ranges, and this machine. */
const closedRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Within the global addresses of IPv6: those that contain one of IPv4, and examples.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]
const closed = parseRanges(closedRanges)
const globalUnicast = parseRanges(['2000::/3'])

/** Whether an address of a host is one of the open internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (!isIPv6(address)) return !closed.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** The name leads into a private network. */
export class PrivateAddress extends Error {}

type ResolveHost = (hostname: string) => Promise<{ address: string; family: number }[]>

const resolveHost: ResolveHost = (hostname) => lookup(hostname, { all: true, verbatim: true })

type Found = { addresses: { address: string; family: number }[] } | { failure: Error }

async function findPublic(hostname: string, resolve: ResolveHost): Promise<Found> {
  try {
    const addresses = await resolve(hostname)
    const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
    return isPublic ? { addresses } : { failure: new PrivateAddress(hostname) }
  } catch (error) {
    return { failure: error instanceof Error ? error : new Error(String(error)) }
  }
}

/**
 * Resolves a name for one connection, which goes to the address that was checked: a name that leads elsewhere a moment
 * later changes nothing. One private address among several refuses the name.
 */
export function lookupPublic(resolve: ResolveHost): LookupFunction {
  const answer: (...call: Parameters<LookupFunction>) => Promise<void> = async (hostname, { all }, done) => {
    const found = await findPublic(hostname, resolve)
    if ('failure' in found) done(found.failure, '')
    else if (all === true) done(null, found.addresses)
    else done(null, found.addresses[0]?.address ?? '', found.addresses[0]?.family)
  }
  return (...call) => void answer(...call)
}

/** Bytes of an answer that are read; the rest is left. */
const ANSWER_BYTES = 65_536
/** Statuses that say nothing of the address; all others but success are refusals. */
const isPassing = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

export type PostedJson = { body: string; headers?: Record<string, string>; timeoutMs: number; signal?: AbortSignal }
/** Resolves to the beginning of the answer. @throws SendFailure */
export type PostJson = (url: string, posted: PostedJson) => Promise<string>

type PostOptions = {
  resolve?: ResolveHost
  /** Hosts of this machine, with port, that may be addressed without TLS: for local use. */
  localHosts?: ReadonlySet<string>
}

const codeSchema = z.object({ code: z.optional(z.string()) })
/** Failures before anything was sent. */
const unreached = new Map([
  ['ECONNREFUSED', '连不上服务器'],
  ['ENOTFOUND', '找不到服务器'],
  ['EAI_AGAIN', '找不到服务器'],
  ['EHOSTUNREACH', '连不上服务器'],
  ['ENETUNREACH', '连不上服务器'],
  ['EPROTO', '加密连接失败'],
])
const isUntrusted = (code: string) => /CERT|ALTNAME|SELF_SIGNED|ISSUER/.test(code)

function failureOf(error: unknown, timeoutMs: number): SendFailure {
  if (error instanceof SendFailure) return error
  if (error instanceof PrivateAddress) return new SendFailure('地址指向内部网络', 'refused')
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new SendFailure(`${timeoutMs / 1_000} 秒内没有回应`, 'unknown')
  }
  const { code = '' } = z.safeParse(codeSchema, error).data ?? {}
  if (isUntrusted(code)) return new SendFailure('证书不可信', 'notSent')
  const cause = unreached.get(code)
  return new SendFailure(cause ?? '连接中断', cause === undefined ? 'unknown' : 'notSent')
}

/**
 * Posts JSON to a host outside. Follows no redirect, goes to no address of a private network, reads the beginning of the
 * answer only, and ends in time. A failure names no part of the URL, which may contain a key.
 */
export const createPostJson =
  ({ resolve = resolveHost, localHosts = new Set() }: PostOptions = {}): PostJson =>
  async (text, { body, headers = {}, timeoutMs, signal }) => {
    const url = new URL(text)
    const isLocal = localHosts.has(url.host)
    const address = url.hostname.replace(/^\[|\]$/g, '')
    // A name is checked when it is resolved.
    if (!isLocal && isIP(address) !== 0 && !isPublicAddress(address)) {
      throw new SendFailure('地址指向内部网络', 'refused')
    }
    if (!isLocal && url.protocol !== 'https:') throw new SendFailure('地址不是 https', 'refused')
    const longest = AbortSignal.timeout(timeoutMs)
    const until = signal === undefined ? longest : AbortSignal.any([longest, signal])
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    try {
      return await new Promise<string>((done, fail) => {
        const sent = send(
          url,
          {
            method: 'POST',
            headers: {
              'content-type': 'application/json; charset=utf-8',
              'content-length': Buffer.byteLength(body),
              ...headers,
            },
            // A connection that stays open would lead to an address that was checked long ago.
            agent: false,
            signal: until,
            ...(!isLocal && { lookup: lookupPublic(resolve) }),
          },
          (answer) => {
            const status = answer.statusCode ?? 0
            if (status < 200 || status > 299) {
              answer.destroy()
              const cause = status >= 300 && status < 400 ? `HTTP ${status}，不跟随跳转` : `HTTP ${status}`
              return fail(new SendFailure(cause, isPassing(status) ? 'notSent' : 'refused'))
            }
            const pieces: Buffer[] = []
            let bytes = 0
            const finish = () => done(Buffer.concat(pieces).subarray(0, ANSWER_BYTES).toString('utf8'))
            answer.on('data', (piece: Buffer) => {
              pieces.push(piece)
              bytes += piece.length
              if (bytes < ANSWER_BYTES) return
              finish()
              answer.destroy()
            })
            answer.once('end', finish)
            answer.once('error', fail)
          },
        )
        sent.once('error', (error) => fail(until.aborted ? until.reason : error))
        sent.end(body)
      })
    } catch (error) {
      throw failureOf(error, timeoutMs)
    }
  }

import { createHmac, timingSafeEqual } from 'node:crypto'
import { externalTicketBody } from '@baiqicha/contract/account'
import { MINI_PROGRAM_SOURCE } from '@baiqicha/contract/wechat'
import * as z from 'zod/mini'
import { parseJson } from '../json.ts'

/** A partner's request for a ticket. `timestamp` is in milliseconds since 1970. */
export type PartnerCall = { source: string; mobile: string; timestamp: number; nonce: string }

/** HMAC-SHA256 in hex over the four fields as sent, joined by line feeds (docs/partner-login.md). */
export const signPartnerCall = (secret: string, { source, mobile, timestamp, nonce }: PartnerCall) =>
  createHmac('sha256', secret).update([source, mobile, timestamp, nonce].join('\n')).digest('hex')

/** Whether a known partner signed the call. An unknown source takes the same time. */
export function isSignedByPartner(partners: Partners, call: PartnerCall, signature: string): boolean {
  const secret = partners.get(call.source)
  const expected = Buffer.from(signPartnerCall(secret ?? '', call))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) && secret !== undefined
}

/** Secrets of the partners, by source. */
export type Partners = ReadonlyMap<string, string>

const partnersFile = z.record(z.string(), z.string())
const { source: sourceName } = externalTicketBody.shape
const secretPattern = /^[\x21-\x7e]{32,256}$/

/** Parses the partners file. @throws Error that names the invalid entry and does not contain a secret. */
export function parsePartners(fileText: string): Partners {
  const content = parseJson(fileText)
  if (content === undefined) throw new Error('不是合法的 JSON')
  const parsed = z.safeParse(partnersFile, content)
  if (!parsed.success) throw new Error('应为 {"来源": "密钥"} 形式的 JSON 对象')
  for (const [source, secret] of Object.entries(parsed.data)) {
    if (!sourceName.safeParse(source).success) {
      throw new Error(`来源 ${JSON.stringify(source)} 应为小写字母、数字与连字符，以字母或数字开头，至多 32 个`)
    }
    if (source === MINI_PROGRAM_SOURCE) throw new Error(`来源 ${source} 已用于小程序，请换一个名称`)
    if (!secretPattern.test(secret)) throw new Error(`${source} 的密钥应为 32 至 256 个可见字符，不含空格`)
  }
  return new Map(Object.entries(parsed.data))
}

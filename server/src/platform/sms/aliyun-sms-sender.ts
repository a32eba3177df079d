import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { sha256 } from '../crypto/hmac.ts'
import { callProvider, providerIdentifier, refusedBy, type SmsSender } from './sms-sender.ts'
import type { SmsAccount } from './sms-settings.ts'

/** One call of Alibaba Cloud with all parameters in the query and no body. */
type Acs3Call = {
  host: string
  action: string
  version: string
  query: Readonly<Record<string, string>>
  /** ISO 8601 in seconds, UTC. */
  date: string
  /** Unique per call. */
  nonce: string
  accessKeyId: string
  accessKeySecret: string
}

/** Percent-encoding of RFC 3986; `encodeURIComponent` leaves `!'()*` as they are. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** The canonical query, which must be sent as it is, and the headers to send, including `authorization`. */
export function signAcs3(call: Acs3Call): { query: string; headers: Record<string, string> } {
  const query = Object.entries(call.query)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
  const bodyHash = sha256('')
  const headers = {
    'x-acs-action': call.action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': call.date,
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  }
  // `fetch` adds the host header. The signature requires the names in alphabetical order.
  const signed = Object.entries({ host: call.host, ...headers })
  const names = signed.map(([name]) => name).join(';')
  const canonicalHeaders = signed.map(([name, value]) => `${name}:${value}\n`).join('')
  const canonicalRequest = ['POST', '/', query, canonicalHeaders, names, bodyHash].join('\n')
  const signature = createHmac('sha256', call.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonicalRequest)}`)
    .digest('hex')
  const authorization = `ACS3-HMAC-SHA256 Credential=${call.accessKeyId},SignedHeaders=${names},Signature=${signature}`
  return { query, headers: { ...headers, authorization } }
}

/** A refused signature has the same two fields as a refused message. */
const answerSchema = z.object({ Code: providerIdentifier, RequestId: providerIdentifier })

type AliyunDeps = {
  account: SmsAccount
  clock: Clock
  random: Random
  /** Another URL in tests. */
  endpoint?: string
}

/** Alibaba Cloud, Dysmsapi 2017-05-25 SendSms. The template's only variable is `code`. */
export function createAliyunSmsSender(deps: AliyunDeps): SmsSender {
  const { account, clock, random, endpoint = 'https://dysmsapi.aliyuncs.com/' } = deps
  return {
    async send({ mobile, scene, code }, signal) {
      const url = new URL(endpoint)
      const { query, headers } = signAcs3({
        host: url.host,
        action: 'SendSms',
        version: '2017-05-25',
        query: {
          PhoneNumbers: mobile,
          SignName: account.signName,
          TemplateCode: account.templates[scene],
          TemplateParam: JSON.stringify({ code }),
        },
        date: `${new Date(clock.now()).toISOString().slice(0, 19)}Z`,
        nonce: Buffer.from(random.bytes(16)).toString('hex'),
        accessKeyId: account.accessKeyId,
        accessKeySecret: account.accessKeySecret,
      })
      url.search = query
      const answer = await callProvider({
        provider: 'aliyun',
        url,
        headers: { ...headers, accept: 'application/json' },
        body: null,
        answer: answerSchema,
        signal,
      })
      if (answer.Code !== 'OK') throw refusedBy('aliyun', answer.Code, answer.RequestId)
    },
  }
}

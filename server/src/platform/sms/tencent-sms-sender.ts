import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import { sha256 } from '../crypto/hmac.ts'
import { callProvider, providerIdentifier, refusedBy, type SmsSender } from './sms-sender.ts'
import type { TencentAccount } from './sms-settings.ts'

/** One POST of JSON to Tencent Cloud. */
type Tc3Call = {
  host: string
  /** First label of the provider's host name, as in `sms`. */
  service: string
  body: string
  /** Seconds since 1970. */
  timestamp: number
  accessKeyId: string
  accessKeySecret: string
}

export const TC3_CONTENT_TYPE = 'application/json'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)

/** The `authorization` header of the call, whose content type must be `TC3_CONTENT_TYPE`. */
export function signTc3({ host, service, body, timestamp, accessKeyId, accessKeySecret }: Tc3Call): string {
  const names = 'content-type;host'
  const canonicalHeaders = `content-type:${TC3_CONTENT_TYPE}\nhost:${host}\n`
  const canonicalRequest = ['POST', '/', '', canonicalHeaders, names, sha256(body)].join('\n')

  const day = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const dayKey = hmac(`TC3${accessKeySecret}`, day).digest()
  const serviceKey = hmac(dayKey, service).digest()
  const requestKey = hmac(serviceKey, 'tc3_request').digest()
  const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonicalRequest)].join('\n')
  const signature = hmac(requestKey, toSign).digest('hex')
  return `TC3-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}

/** An error of the call, or the status of its one number. */
const answerSchema = z.object({
  Response: z.union([
    z.object({ Error: z.object({ Code: providerIdentifier }), RequestId: providerIdentifier }),
    z.object({ SendStatusSet: z.tuple([z.object({ Code: providerIdentifier })]), RequestId: providerIdentifier }),
  ]),
})

type TencentDeps = {
  account: TencentAccount
  clock: Clock
  /** Another URL in tests. */
  endpoint?: string
}

/** Tencent Cloud, SMS 2021-01-11 SendSms. The template's only variable, `{1}`, is the code. */
export function createTencentSmsSender(deps: TencentDeps): SmsSender {
  const { account, clock, endpoint = 'https://sms.tencentcloudapi.com/' } = deps
  return {
    async send({ mobile, scene, code }, signal) {
      const url = new URL(endpoint)
      const timestamp = Math.floor(clock.now() / 1000)
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${mobile}`],
        SmsSdkAppId: account.appId,
        SignName: account.signName,
        TemplateId: account.templates[scene],
        TemplateParamSet: [code],
      })
      const { accessKeyId, accessKeySecret } = account
      const headers = {
        authorization: signTc3({ host: url.host, service: 'sms', body, timestamp, accessKeyId, accessKeySecret }),
        'content-type': TC3_CONTENT_TYPE,
        'x-tc-action': 'SendSms',
        'x-tc-region': account.region,
        'x-tc-timestamp': String(timestamp),
        'x-tc-version': '2021-01-11',
      }
      const { Response } = await callProvider({ provider: 'tencent', url, headers, body, answer: answerSchema, signal })
      const result = 'Error' in Response ? Response.Error : Response.SendStatusSet[0]
      if (result.Code !== 'Ok') throw refusedBy('tencent', result.Code, Response.RequestId)
    },
  }
}

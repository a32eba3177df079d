import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import { callProvider, providerIdentifier, refusedBy } from './provider-call.ts'
import type { SmsSender } from './sms-sender.ts'
import type { TencentAccount } from './sms-settings.ts'
import { signTc3, TC3_CONTENT_TYPE } from './tc3-signature.ts'

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

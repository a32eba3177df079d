import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { signAcs3 } from './acs3-signature.ts'
import { callProvider, providerIdentifier, refusedBy } from './provider-call.ts'
import type { SmsSender } from './sms-sender.ts'
import type { SmsAccount } from './sms-settings.ts'

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

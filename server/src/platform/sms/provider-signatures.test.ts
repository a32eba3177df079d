import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signAcs3 } from './aliyun-sms-sender.ts'
import { signTc3, TC3_CONTENT_TYPE } from './tencent-sms-sender.ts'

// `require`, because the default export of a CommonJS module differs between Node and the test runner.
const require = createRequire(import.meta.url)
const alibaba: typeof import('@alicloud/openapi-util') = require('@alicloud/openapi-util')
const tencent: typeof import('tencentcloud-sdk-nodejs-common/tencentcloud/common/sign.js') = require('tencentcloud-sdk-nodejs-common/tencentcloud/common/sign.js')

/** Characters of templates, signatures and keys, including those that URL encodings treat differently. */
const signs = Array.from('aZ09-_.~ +*!\'()/%&="{}:【】演示𠮷')
const text = fc.string({ unit: fc.constantFrom(...signs), maxLength: 40 })
const key = fc.stringMatching(/^[\x21-\x7e]{1,40}$/)
const account = { accessKeyId: key, accessKeySecret: key }
const runs = { numRuns: 300 }

describe('a provider signature', () => {
  it('equals that of the library of Alibaba Cloud', () => {
    const call = fc.record({
      ...account,
      query: fc.dictionary(fc.stringMatching(/^[A-Za-z]{1,12}$/), text),
      nonce: fc.stringMatching(/^[0-9a-f]{32}$/),
      date: fc.constantFrom('2026-01-01T00:00:00Z', '2028-02-29T23:59:59Z'),
    })
    fc.assert(
      fc.property(call, (random) => {
        const host = 'dysmsapi.aliyuncs.com'
        const { headers } = signAcs3({ ...random, host, action: 'SendSms', version: '2017-05-25' })
        const { authorization, ...signed } = headers
        const request = {
          protocol: 'https',
          port: 443,
          method: 'POST',
          pathname: '/',
          query: random.query,
          headers: { ...signed, host },
          body: Readable.from([]),
        }
        expect(authorization).toBe(
          alibaba.default.getAuthorization(
            request,
            'ACS3-HMAC-SHA256',
            signed['x-acs-content-sha256'] ?? '',
            random.accessKeyId,
            random.accessKeySecret,
          ),
        )
      }),
      runs,
    )
  })

  it('covers the query that is sent to Alibaba Cloud', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[A-Za-z]{1,12}$/), text), (parameters) => {
        const keys = { accessKeyId: 'id', accessKeySecret: 'secret' }
        const call = { host: 'a', action: 'b', version: 'c', date: 'd', nonce: 'e', query: parameters, ...keys }
        const url = new URL('https://example.com/')
        const { query } = signAcs3(call)
        url.search = query
        expect(url.search.slice(1)).toBe(query)
        expect(Object.fromEntries(url.searchParams)).toEqual({ ...parameters })
      }),
      runs,
    )
  })

  it('equals that of the library of Tencent Cloud', () => {
    const call = fc.record({ ...account, values: fc.dictionary(text, text), timestamp: fc.nat(4_000_000_000) })
    fc.assert(
      fc.property(call, ({ values, timestamp, accessKeyId, accessKeySecret }) => {
        const host = 'sms.tencentcloudapi.com'
        const body = JSON.stringify(values)
        const signed = { host, service: 'sms', body, timestamp, accessKeyId, accessKeySecret }
        expect(signTc3(signed)).toBe(
          tencent.default.sign3({
            method: 'POST',
            url: `https://${host}/`,
            payload: Buffer.from(body),
            timestamp,
            service: 'sms',
            secretId: accessKeyId,
            secretKey: accessKeySecret,
            multipart: false,
            boundary: '',
            headers: { 'Content-Type': TC3_CONTENT_TYPE },
          }),
        )
      }),
      runs,
    )
  })
})

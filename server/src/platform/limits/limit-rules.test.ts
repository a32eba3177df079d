import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limitSentence } from './limit-refusal.ts'
import { parseLimits } from './limit-rules.ts'

const shipped = readFileSync(new URL('../../../../data/limits.json', import.meta.url), 'utf8')

describe('the limits file', () => {
  it('contains the limits of the specification', () => {
    const { buckets, guessesPerSmsCode } = parseLimits(shipped)
    expect(guessesPerSmsCode).toBe(5)
    expect(buckets.smsPerMobile).toEqual([
      { count: 1, seconds: 60 },
      { count: 5, seconds: 3600 },
      { count: 10, seconds: 86_400 },
    ])
    expect(buckets.smsPerAddress).toEqual([
      { count: 20, seconds: 3600 },
      { count: 60, seconds: 86_400 },
    ])
    expect(buckets.smsPerDevice).toEqual([{ count: 10, seconds: 86_400 }])
    expect(buckets.smsOfService).toEqual([{ count: 120, seconds: 60 }])
    expect(buckets.wrongSmsCodesPerMobileAndAddress).toEqual([{ count: 10, seconds: 86_400 }])
    expect(buckets.wrongSmsCodesPerMobile).toEqual([{ count: 30, seconds: 86_400 }])
    expect(buckets.wrongPasswordsPerAccount).toEqual([{ count: 10, seconds: 900 }])
    expect(buckets.wrongPasswordsPerAddress).toEqual([{ count: 30, seconds: 300 }])
    expect(buckets.captchasPerAddress).toEqual([{ count: 30, seconds: 60 }])
    expect(buckets.ticketsPerPartner).toEqual([{ count: 600, seconds: 60 }])
    expect(buckets.wechatLoginsPerAddress).toEqual([{ count: 30, seconds: 300 }])
    expect(buckets.wechatBindingsPerMobile).toEqual([{ count: 5, seconds: 3600 }])
    expect(buckets.jsConfigsPerAddress).toEqual([{ count: 60, seconds: 60 }])
    expect(buckets.listsPerUser).toEqual([{ count: 300, seconds: 300 }])
    expect(buckets.suggestionsPerUser).toEqual([{ count: 900, seconds: 300 }])
    expect(buckets.suggestionsPerVisitorAddress).toEqual([{ count: 300, seconds: 300 }])
    expect(buckets.detailsPerUser).toEqual([{ count: 2000, seconds: 86_400 }])
    expect(buckets.detailsPerVisitorAddress).toEqual([{ count: 60, seconds: 3600 }])
  })

  it.each([
    ['not JSON', '{', '不是合法的 JSON'],
    ['a missing limit', '{"guessesPerSmsCode":5,"buckets":{}}', 'buckets'],
    ['a count of zero', shipped.replace('"count": 1,', '"count": 0,'), 'buckets.smsPerMobile.0.count'],
    ['an unknown entry', shipped.replace('{\n', '{\n  "captcha": 1,\n'), '内容'],
  ])('is refused with the name of the invalid entry: %s', (_, text, named) => {
    expect(() => parseLimits(text)).toThrow(named)
  })
})

describe('the sentence of a refusal', () => {
  it('states the wait in seconds, and a long wait also in hours and minutes', () => {
    const limited = { type: 'limited', limit: 'smsPerMobile', periodSeconds: 60, retryAfterSeconds: 42 } as const
    expect(limitSentence(limited)).toBe('验证码发送过于频繁，请 42 秒后重试')
    expect(limitSentence({ ...limited, periodSeconds: 86_400, retryAfterSeconds: 8640 })).toBe(
      '该手机号今日发送次数已达上限，请 8640 秒（约 2 小时 24 分钟）后重试',
    )
  })
})

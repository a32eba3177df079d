import { readFileSync } from 'node:fs'
import { externalTicketBody } from '@baiqicha/contract/account'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isSignedByPartner, parsePartners, signPartnerCall } from './partners.ts'

const secret = 's'.repeat(32)

describe('the partners file', () => {
  it('maps each source to its secret', () => {
    const partners = parsePartners(JSON.stringify({ shop: secret, 'bank-2': `${secret}!` }))
    expect(Object.fromEntries(partners)).toEqual({ shop: secret, 'bank-2': `${secret}!` })
    expect(parsePartners('{}').size).toBe(0)
  })

  it.each([
    ['invalid JSON', '{', '不是合法的 JSON'],
    ['a list', '[]', '应为 {"来源": "密钥"} 形式的 JSON 对象'],
    ['a secret that is not a string', '{"shop":1}', '应为 {"来源": "密钥"} 形式的 JSON 对象'],
    ['a source with a space', `{"Shop 1":"${secret}"}`, '来源 "Shop 1" 应为小写字母'],
    ['a source too long', `{"${'a'.repeat(33)}":"${secret}"}`, '至多 32 个'],
    ['the source of the mini-program', `{"mini-program":"${secret}"}`, '来源 mini-program 已用于小程序，请换一个名称'],
    ['a secret too short', `{"shop":"${secret.slice(1)}"}`, 'shop 的密钥应为 32 至 256 个可见字符'],
    ['a secret with a space', `{"shop":"${secret} x"}`, 'shop 的密钥应为 32 至 256 个可见字符'],
  ])('is refused with a sentence for %s', (_, text, sentence) => {
    expect(() => parsePartners(text)).toThrow(sentence)
  })

  it('does not repeat a secret in its error', () => {
    expect(() => parsePartners('{"shop":"canary"}')).toThrow(/^(?!.*canary)/)
  })
})

const shopSecret = 'a-secret-that-only-tests-know-0001'
const partners = new Map([['shop', shopSecret]])
const call = { source: 'shop', mobile: '15400000000', timestamp: 1_790_000_000_000, nonce: 'nonce-of-a-test-1' }

describe('the signature of a partner call', () => {
  it('is valid for the signed fields only', () => {
    const signature = signPartnerCall(shopSecret, call)
    expect(isSignedByPartner(partners, call, signature)).toBe(true)
    const changed = [
      { ...call, mobile: '15400000001' },
      { ...call, timestamp: call.timestamp + 1 },
      { ...call, nonce: 'nonce-of-a-test-2' },
      { ...call, source: 'bank' },
    ]
    for (const other of changed) expect(isSignedByPartner(partners, other, signature)).toBe(false)
    for (const wrong of ['', 'x', signature.toUpperCase(), signature.slice(1), `${signature}0`]) {
      expect(isSignedByPartner(partners, call, wrong)).toBe(false)
    }
  })

  it('is never valid for an unknown source, even when signed with an empty secret', () => {
    const stranger = { ...call, source: 'stranger' }
    expect(isSignedByPartner(partners, stranger, signPartnerCall('', stranger))).toBe(false)
  })
})

describe('docs/partner-login.md', () => {
  const document = readFileSync(new URL('../../../../docs/partner-login.md', import.meta.url), 'utf8')
  const documented = (name: string) => new RegExp(`^    ${name} +(\\S+)$`, 'm').exec(document)?.[1] ?? ''
  const example = {
    source: documented('source'),
    mobile: documented('mobile'),
    timestamp: Number(documented('timestamp')),
    nonce: documented('nonce'),
  }

  it('shows a valid call with its correct signature', () => {
    const shown = { ...example, signature: documented('signature') }
    expect(z.parse(externalTicketBody, shown)).toEqual(shown)
    expect(signPartnerCall(documented('secret'), example)).toBe(shown.signature)
  })

  it('shows code that signs correctly', async () => {
    const code = /```js\n(.*?)```/s.exec(document)?.[1] ?? ''
    const { signedCall } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const signed = signedCall({ ...example, secret: documented('secret') })
    expect(z.parse(externalTicketBody, signed)).toEqual({ ...example, signature: documented('signature') })
    const signedNow = z.parse(
      externalTicketBody,
      signedCall({ source: 'shop', secret: shopSecret, mobile: '15400000000' }),
    )
    expect(isSignedByPartner(partners, signedNow, signedNow.signature)).toBe(true)
  })
})

import { readFileSync } from 'node:fs'
import { externalTicketBody } from '@baiqicha/contract/account'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isSignedByPartner, signPartnerCall } from './partners.ts'

const secret = 'a-secret-that-only-tests-know-0001'
const partners = new Map([['shop', secret]])
const call = { source: 'shop', mobile: '15400000000', timestamp: 1_790_000_000_000, nonce: 'nonce-of-a-test-1' }

describe('the signature of a partner call', () => {
  it('is valid for the signed fields only', () => {
    const signature = signPartnerCall(secret, call)
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
    const signedNow = z.parse(externalTicketBody, signedCall({ source: 'shop', secret, mobile: '15400000000' }))
    expect(isSignedByPartner(partners, signedNow, signedNow.signature)).toBe(true)
  })
})

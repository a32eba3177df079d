import { describe, expect, it } from 'vitest'
import { parsePartners } from './partners.ts'

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

import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { Refusal } from './refusal.ts'
import { cleanQuery, parseJsonBody } from './request-text.ts'

const body = (text: string) => () => parseJsonBody(Buffer.from(text))
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

describe('a JSON body', () => {
  it.each([
    ['an array', '[]'],
    ['a number', '1'],
    ['null', 'null'],
    ['a string', '"a"'],
    ['an empty body', ''],
    ['incomplete JSON', '{"a":'],
    ['NUL in a value', '{"a":"\\u0000"}'],
    ['NUL in a key', '{"\\u0000":1}'],
    ['a lone surrogate', '{"a":["\\ud800"]}'],
    ['nesting beyond 32', nested(33)],
  ])('is refused for %s', (_, text) => {
    expect(body(text)).toThrow(Refusal)
  })

  it('is refused for bytes that are not UTF-8', () => {
    expect(() => parseJsonBody(Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow(Refusal)
  })

  it('is accepted with 32 levels, brackets within strings, and surrogate pairs', () => {
    expect(body(nested(32))).not.toThrow()
    expect(parseJsonBody(Buffer.from('{"a":"[[[[\\"{{","b":"\\ud842\\udfb7"}'))).toEqual({ a: '[[[["{{', b: '𠮷' })
  })

  it('does not set a prototype by a key `__proto__`', () => {
    const parsed = parseJsonBody(Buffer.from('{"__proto__":{"isVip":true},"a":1}'))
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
    expect(Reflect.get(parsed, 'isVip')).toBeUndefined()
  })
})

/** The query that a route receives for this URL, or the thrown error. */
const queryOf = async (url: string): Promise<unknown> => {
  let received: unknown
  const app = Fastify()
  app.get('/a', async ({ raw, query }) => {
    received = cleanQuery(raw.url ?? '', query)
    return ''
  })
  app.setErrorHandler((error) => {
    received = error
    return ''
  })
  await app.inject(url)
  return received
}

describe('a query string', () => {
  it('is decoded as form data', async () => {
    expect(await queryOf('/a?keyword=%E6%AF%94+%E4%BA%9A&page=2&empty=')).toEqual({
      keyword: '比 亚',
      page: '2',
      empty: '',
    })
    expect(await queryOf('/a')).toEqual({})
  })

  it.each([
    ['a broken escape', '/a?k=%E6%AF'],
    ['an incomplete escape', '/a?k=%'],
    ['NUL', '/a?k=%00'],
    ['a repeated name', '/a?k=1&k=2'],
    ['an encoded surrogate', '/a?k=%ED%A0%80'],
  ])('is refused for %s', async (_, url) => {
    expect(await queryOf(url)).toBeInstanceOf(Refusal)
  })

  it('is refused for raw bytes', () => {
    expect(() => cleanQuery('/a?k=\u00e6', {})).toThrow(Refusal)
  })
})

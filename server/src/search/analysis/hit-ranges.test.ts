import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerptOf, findLongFact, longFactsOf, longTextOf, rangeOfCharacters, rangesOf } from './hit-ranges.ts'

const marked = (text: string, keys: string[]) => rangesOf(text, keys).map(([from, to]) => text.slice(from, to))

test.each([
  ['演示（海边）科技', ['海边科技'], ['海边）科技']],
  ['演示（海边）科技', ['科技', '演示'], ['演示', '科技']],
  ['演示科技', ['演示', '示科'], ['演示科']],
  ['演示（海边）科技', ['演示科技'], ['演示', '科技']],
  ['演示 ＡＢ電子', ['ab电'], ['ＡＢ電']],
  ['*ST演示', ['*st演示'], ['*ST演示']],
  ['演示', ['海'], []],
])('%s, %j: %j', (text, keys, expected) => {
  expect(marked(text, keys)).toEqual(expected)
})

test('maps a range of characters of the key to the text as written', () => {
  expect(rangeOfCharacters('演（示）海边', [1, 3])).toEqual([[2, 5]])
})

describe('long text', () => {
  test('keeps address and scope apart when they contain line breaks', () => {
    const facts = longFactsOf(longTextOf({ address: '演示路\n1 号', scope: '演示\n服务' }))
    expect(facts).toEqual([
      { field: 'scope', text: '演示 服务' },
      { field: 'address', text: '演示路 1 号' },
    ])
    expect(longFactsOf(longTextOf({ address: null, scope: null }))).toEqual([])
  })

  test('contains no mobile number', () => {
    expect(longTextOf({ address: '演示路 1 号，15400000001', scope: null })).not.toContain('15400000001')
  })

  test('does not match a keyword across a punctuation mark', () => {
    const facts = longFactsOf(longTextOf({ address: null, scope: '蓝鲸、养殖；演 示（销售）' }))
    expect(findLongFact(facts, ['蓝鲸养殖'])).toBeNull()
    expect(findLongFact(facts, ['演示'])?.field).toBe('scope')
  })

  test('matches only within one field that contains every term', () => {
    const facts = longFactsOf(longTextOf({ address: '演示路', scope: '蓝鲸养殖' }))
    expect(findLongFact(facts, ['蓝鲸', '养殖'])?.field).toBe('scope')
    expect(findLongFact(facts, ['演示'])?.field).toBe('address')
    expect(findLongFact(facts, ['演示', '蓝鲸'])).toBeNull()
  })
})

describe('an excerpt', () => {
  test('shows the text around the first hit', () => {
    const { text, ranges } = excerptOf(`${'甲'.repeat(100)}蓝鲸养殖${'乙'.repeat(100)}`, ['蓝鲸'])
    expect(text).toMatch(/^…甲{12}蓝鲸养殖乙+…$/)
    expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual(['蓝鲸'])
  })

  test('is short, marks only visible text, and never splits a character', () => {
    const unit = fc.constantFrom('蓝', '鲸', '（', ' ', '𠮷', 'A')
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 300 }), (whole) => {
        const { text, ranges } = excerptOf(whole, ['蓝鲸'])
        expect(text.length).toBeLessThanOrEqual(63)
        expect(text.isWellFormed()).toBe(true)
        for (const [from, to] of ranges) {
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
          expect(text.slice(from, to)).not.toContain('…')
        }
      }),
    )
  })
})

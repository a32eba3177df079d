import type { HitRanges } from '@baiqicha/contract/company-summary'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptAtHit, splitAtHits } from './hit-text.tsx'

const marked = (text: string, ranges: HitRanges) =>
  splitAtHits(text, ranges)
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('')

describe('splitAtHits', () => {
  it.each<[string, HitRanges, string]>([
    ['澜山演示贸易', [[0, 2]], '[澜山]演示贸易'],
    ['澜山演示贸易', [[2, 4]], '澜山[演示]贸易'],
    [
      '澜山演示贸易',
      [
        [0, 2],
        [4, 6],
      ],
      '[澜山]演示[贸易]',
    ],
    [
      '澜山演示贸易',
      [
        [4, 6],
        [0, 2],
      ],
      '[澜山]演示[贸易]',
    ],
    ['澜山演示贸易', [], '澜山演示贸易'],
    ['澜山', [[0, 99]], '[澜山]'],
    ['澜山', [[-5, 1]], '[澜]山'],
    ['澜山', [[1, 1]], '澜山'],
    ['澜山', [[2, 1]], '澜山'],
    ['澜山', [[7, 9]], '澜山'],
    [
      '澜山演示',
      [
        [0, 2],
        [1, 3],
      ],
      '[澜山演]示',
    ],
    ['𠮷野演示', [[1, 2]], '[𠮷]野演示'],
    ['演𠮷示', [[0, 2]], '[演𠮷]示'],
    ['', [[0, 1]], ''],
    ['<script>alert(1)</script>', [[0, 8]], '[<script>]alert(1)</script>'],
  ])('%j at %j is %j', (text, ranges, expected) => {
    expect(marked(text, ranges)).toBe(expected)
  })

  it('joins to the original text for any ranges', () => {
    const range = fc.tuple(fc.integer({ min: -3, max: 30 }), fc.integer({ min: -3, max: 30 }))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(range), (text, ranges) => {
        const pieces = splitAtHits(text, ranges)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        expect(pieces.every((piece) => piece.text !== '' && !/^[\udc00-\udfff]/.test(piece.text))).toBe(true)
      }),
    )
  })
})

const scope = '日用百货、五金交电销售；电子产品销售；新能源汽车销售；货物进出口'
const at = (word: string): [number, number] => [scope.indexOf(word), scope.indexOf(word) + word.length]

describe('excerptAtHit', () => {
  it('keeps a text whose first hit is visible, and a text without hits', () => {
    expect(excerptAtHit(scope, [at('五金')], 12)).toEqual({ text: scope, ranges: [at('五金')] })
    expect(excerptAtHit(scope, [], 12)).toEqual({ text: scope, ranges: [] })
  })

  it('starts shortly before a late hit, but not with a separator', () => {
    const { text, ranges } = excerptAtHit(scope, [at('新能源汽车'), at('货物')], 12)
    expect(text).toBe('…品销售；新能源汽车销售；货物进出口')
    expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual(['新能源汽车', '货物'])
    expect(excerptAtHit(scope, [at('新能源汽车')], 3).text).toBe('…新能源汽车销售；货物进出口')
  })

  it('keeps every hit and never splits a surrogate pair', () => {
    const cases = fc
      .tuple(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'grapheme', minLength: 1 }), fc.string())
      .map(([before, hit, after]) => ({
        text: before + hit + after,
        from: before.length,
        to: before.length + hit.length,
      }))
    fc.assert(
      fc.property(cases, fc.integer({ min: 3, max: 30 }), ({ text, from, to }, room) => {
        const excerpt = excerptAtHit(text, [[from, to]], room)
        const [range] = excerpt.ranges
        expect(excerpt.text.slice(range?.[0], range?.[1])).toBe(text.slice(from, to))
        expect(excerpt.text.replace(/^…/, '')).not.toMatch(/^[\udc00-\udfff]/)
        expect(text.endsWith(excerpt.text.slice(1))).toBe(true)
      }),
    )
  })
})

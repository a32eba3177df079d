import type { HitRanges } from '@baiqicha/contract/company-summary'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitAtHits } from './hit-text.tsx'

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

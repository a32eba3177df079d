import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareLines } from './line-difference.ts'

describe('the difference of two texts', () => {
  it('numbers the lines of both sides, the removed before the added', () => {
    expect(compareLines(['甲', '乙', '丙'], ['甲', '丁', '丙', '戊'])).toEqual([
      { text: '甲', before: 1, after: 1 },
      { text: '乙', before: 2, after: null },
      { text: '丁', before: null, after: 2 },
      { text: '丙', before: 3, after: 3 },
      { text: '戊', before: null, after: 4 },
    ])
  })

  it('contains both texts whole, and marks nothing of equal texts', () => {
    const text = fc.array(fc.constantFrom('甲', '乙', '丙', ''), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = compareLines(before, after)
        expect(lines.filter((line) => line.before !== null).map((line) => line.text)).toEqual(before)
        expect(lines.filter((line) => line.after !== null).map((line) => line.text)).toEqual(after)
        expect(compareLines(before, before).every((line) => line.before === line.after)).toBe(true)
      }),
    )
  })
})

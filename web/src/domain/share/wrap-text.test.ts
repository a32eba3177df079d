import { describe, expect, test } from 'vitest'
import { charactersOf, clipText, fitText, toOneLine, wrapText } from './wrap-text.ts'

/** A Han character is 10 wide, others are 5. */
const measure = (text: string) =>
  charactersOf(text).reduce((width, character) => width + (/[\u0020-\u007e]/.test(character) ? 5 : 10), 0)

describe('characters', () => {
  test('beyond the BMP are one each', () => {
    expect(charactersOf('𬭎𠮷野')).toEqual(['𬭎', '𠮷', '野'])
  })

  test('stay with their variation selectors and accents', () => {
    expect(charactersOf('葛\u{e0100}城e\u0301')).toEqual(['葛\u{e0100}', '城', 'e\u0301'])
  })
})

test('one line has no line breaks, control characters and marks of direction', () => {
  expect(toOneLine(' 演示\n公司\u202e甲\u0007\u200b  有限 ')).toBe('演示 公司甲 有限')
})

describe('a line', () => {
  test('is at most as wide as asked', () => {
    expect(wrapText('澜山演示贸易有限公司', 40, measure)).toEqual(['澜山演示', '贸易有限', '公司'])
  })

  test('breaks no character beyond the BMP', () => {
    expect(wrapText('𬭎𠮷𡘙𬭎', 20, measure)).toEqual(['𬭎𠮷', '𡘙𬭎'])
  })

  test('breaks no word and no number', () => {
    expect(wrapText('演示BYD 2026公司', 40, measure)).toEqual(['演示BYD', '2026公司'])
  })

  test('breaks a word that is wider than a line', () => {
    expect(wrapText('ABCDEFGHIJ', 20, measure)).toEqual(['ABCD', 'EFGH', 'IJ'])
  })

  test('does not begin with closing punctuation and does not end with an opening bracket', () => {
    expect(wrapText('演示投资（集团）公司', 50, measure)).toEqual(['演示投资', '（集团）公', '司'])
    expect(wrapText('演示甲，乙', 30, measure)).toEqual(['演示', '甲，乙'])
  })

  test('loses the spaces at its end', () => {
    expect(wrapText('AB CD EF', 25, measure)).toEqual(['AB CD', 'EF'])
  })
})

describe('a clipped text', () => {
  test('that fits is unchanged', () => expect(clipText('演示', 20, measure)).toBe('演示'))

  test('ends with an ellipsis within its width and breaks no character', () => {
    expect(clipText('𬭎𠮷𡘙𬭎', 30, measure)).toBe('𬭎𠮷…')
  })
})

describe('a fitted text', () => {
  const steps = [
    { size: 2, lines: 1 },
    { size: 1.5, lines: 2 },
    { size: 1, lines: 3 },
  ] as const
  const fit = (length: number) =>
    fitText('演'.repeat(length), { width: 100, steps, measure: (text, size) => measure(text) * size })

  test.each([
    [5, 2, 1],
    [6, 1.5, 1],
    [12, 1.5, 2],
    [13, 1, 2],
    [30, 1, 3],
  ])('of %i characters has the size %f and %i lines', (length, size, lines) => {
    const fitted = fit(length)
    expect([fitted.size, fitted.lines.length]).toEqual([size, lines])
    expect(fitted.lines.join('')).toBe('演'.repeat(length))
  })

  test('that no step holds ends with an ellipsis', () => {
    expect(fit(31)).toEqual({ size: 1, lines: ['演'.repeat(10), '演'.repeat(10), `${'演'.repeat(9)}…`] })
  })

  test('has lines of similar length', () => {
    expect(fit(8).lines.map((line) => line.length)).toEqual([4, 4])
  })
})

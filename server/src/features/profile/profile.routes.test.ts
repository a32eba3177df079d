import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readNickname } from './profile.routes.ts'

describe('a nickname', () => {
  test.each([
    ['澜山', '澜山'],
    ['  澜山 小记  ', '澜山 小记'],
    ['Ｌａｎ　Ｓｈａｎ', 'Lan Shan'],
    ['𠮷野家', '𠮷野家'],
    ['爱❤️企', '爱❤️企'],
    ['😀😀', '😀😀'],
    ['一'.repeat(20), '一'.repeat(20)],
    ['😀'.repeat(20), '😀'.repeat(20)],
  ])('%j is stored as %j', (typed, stored) => {
    expect(readNickname(typed)).toEqual({ ok: true, value: stored })
  })

  test.each(['', '   ', '\u3000\t'])('%j deletes the nickname', (typed) => {
    expect(readNickname(typed)).toEqual({ ok: true, value: null })
  })

  test.each(['一', '😀', '一'.repeat(21), '㍿'.repeat(6)])('%j has a refused length', (typed) => {
    expect(readNickname(typed)).toEqual({ ok: false, error: { type: 'length' } })
  })

  test.each([
    ['a control character', '澜\u0000山'],
    ['a line break', '澜\n山'],
    ['a right-to-left override', '澜\u202e山'],
    ['an isolate', '\u2066澜山\u2069'],
    ['a space of no width', '澜\u200b山'],
    ['a joiner', '澜\u200d山'],
    ['a line separator', '澜\u2028山'],
    ['a filler that looks like nothing', '\u3164\u3164'],
    ['an empty braille cell', '\u2800\u2800'],
    ['a soft hyphen', '澜\u00ad山'],
    ['half a character', '澜\ud83d山'],
    ['one of private use', '澜\ue000山'],
    ['a mark without its letter', '\u0301\u0301a'],
  ])('with %s is refused', (_what, typed) => {
    expect(readNickname(typed)).toEqual({ ok: false, error: { type: 'unprintable' } })
  })

  test('that was stored is unchanged when stored again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (typed) => {
        const stored = readNickname(typed)
        if (!stored.ok || stored.value === null) return
        expect(readNickname(stored.value)).toEqual(stored)
        expect(stored.value).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      }),
      { numRuns: 1_500 },
    )
  })
})

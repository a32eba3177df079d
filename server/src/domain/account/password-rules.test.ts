import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flawOf, normalisePassword, parseCommonPasswords } from './password-rules.ts'

const listFile = new URL('../../../../data/common-passwords/list.txt', import.meta.url)
const common = parseCommonPasswords(readFileSync(listFile, 'utf8'))
const mobile = '13800001234'
const flaw = (typed: string) => flawOf(normalisePassword(typed), mobile, (password) => common.has(password))

describe('a password', () => {
  it.each([
    ['seven characters', 'lanshan', 'short'],
    ['seven characters of two units each', '𠮷'.repeat(7), 'short'],
    ['nothing', '', 'short'],
    ['65 characters', `lanshan42${'x'.repeat(56)}`, 'long'],
    ['64 characters, one of which is written as two', `${'ab'.repeat(31)}ﬁ`, null],
    ['64 that are written as 65', `${'ab'.repeat(31)}cﬁ`, 'long'],
    ['a pasted line break', 'lanshan-42\n', 'unprintable'],
    ['a tab', 'lanshan\t42', 'unprintable'],
    ['the number', mobile, 'mobile'],
    ['the number as people type it', '+86 138 0000 1234', 'mobile'],
    ['the number in full width', '１３８００００１２３４', 'mobile'],
    ['a common one', 'password1', 'common'],
    ['a common one in capitals', 'PassWord1', 'common'],
    ['a common one in full width', 'ｐａｓｓｗｏｒｄ１', 'common'],
    ['one digit again and again', '88888888', 'common'],
    ['one that is common in China', 'Woaini1314', 'common'],
    ['eight characters', 'lanshan4', null],
    ['64 characters', `lanshan42${'x'.repeat(55)}`, null],
    ['Han characters', '澜山是一座小山吧', null],
    ['spaces, also at its ends', ' lan shan ', null],
    ['pictures', '🦊🦊🦊🦊🐼🐼🐼🐼', null],
    ['the number of somebody else', '13800009999', null],
  ])('of %s', (_, typed, expected) => {
    expect(flaw(typed)).toBe(expected)
  })

  it('is the same in full width and half width, and different when case or spaces differ', () => {
    expect(normalisePassword('ＬＡＮ　４２')).toBe('LAN 42')
    expect(normalisePassword('Lan 42')).not.toBe(normalisePassword('lan 42'))
    expect(normalisePassword(' lan42')).not.toBe(normalisePassword('lan42'))
  })

  it('is normalised idempotently', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const normalised = normalisePassword(typed)
        expect(normalisePassword(normalised)).toBe(normalised)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the list of common passwords', () => {
  it('contains only otherwise acceptable passwords, in lower case, each once', () => {
    expect(common.size).toBe(10_000)
    for (const password of common) {
      expect(flawOf(password, mobile, () => false)).toBeNull()
      expect(password).toBe(normalisePassword(password).toLowerCase())
    }
  })
})

import { resultCode } from '@baiqicha/contract/result-codes'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../../test/http/app.ts'
import { readNickname } from './profile.routes.ts'

describeDatabases('a nickname', (freshDatabase) => {
  it('is stored normalised, changed and deleted by its owner, and changes nobody else’s', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const [{ token }, other] = [await signIn(test), await signIn(test)]
    const save = async (nickname: string) => call(test.app, 'saveNickname', { nickname }, { token })
    const nicknameOf = async (whose: string) =>
      (await call(test.app, 'userDetail', {}, { token: whose })).data?.nickname

    expect(await nicknameOf(token)).toBeNull()
    expect((await save('  Ｌａｎ山 ')).code).toBe(0)
    expect(await nicknameOf(token)).toBe('Lan山')
    expect((await save('澜山')).code).toBe(0)
    expect(await nicknameOf(token)).toBe('澜山')
    expect((await save(' ')).code).toBe(0)
    expect(await nicknameOf(token)).toBeNull()
    expect(await nicknameOf(other.token)).toBeNull()
  })

  it.each([
    ['一', '昵称需为 2 至 20 个字'],
    ['一'.repeat(21), '昵称需为 2 至 20 个字'],
    ['澜\u202e山', '昵称含有无法显示的字符'],
    ['\u3164\u3164', '昵称含有无法显示的字符'],
  ])('%j is refused and leaves the previous one: %s', async (nickname, message) => {
    const test = await openTestApp((await freshDatabase()).db)
    const { token } = await signIn(test)
    await call(test.app, 'saveNickname', { nickname: '澜山' }, { token })
    const refused = await call(test.app, 'saveNickname', { nickname }, { token })
    expect(refused).toMatchObject({ status: 200, code: resultCode.nicknameUnfit, message })
    expect((await call(test.app, 'userDetail', {}, { token })).data?.nickname).toBe('澜山')
  })
})

describe('a nickname', () => {
  it.each([
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

  it.each(['', '   ', '\u3000\t'])('%j deletes the nickname', (typed) => {
    expect(readNickname(typed)).toEqual({ ok: true, value: null })
  })

  it.each(['一', '😀', '一'.repeat(21), '㍿'.repeat(6)])('%j has a refused length', (typed) => {
    expect(readNickname(typed)).toEqual({ ok: false, error: { type: 'length' } })
  })

  it.each([
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

  it('that was stored is unchanged when stored again', () => {
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

import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../../test/http/app.ts'

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

import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeBothDatabases, describeDatabases, type FreshDatabase } from '../../test/databases/databases.ts'
import { openTestApp, signIn } from '../../test/http/app.ts'
import { demoCode, fillWithRecord } from '../../test/http/corrections.ts'
import { act, addOperator, auditOf, freshTotp, openTestDesk, type TestOperator } from '../../test/http/desk.ts'
import { chinaDay } from '../domain/clock.ts'

const DAY = 86_400_000
const reason = '演示：来函'

const refused = (start: string, change: string) => ({
  code: resultCode.actionRefused,
  message: expect.stringMatching(new RegExp(`^${start}演示乙 已于 .+ ${change}`)),
})

/** Two operators of a role. */
const openForms = (freshDatabase: FreshDatabase) => async (role: 'administrator' | 'support' | 'review' | 'data') => {
  const database = await freshDatabase()
  const desk = await openTestDesk(database)
  return {
    database,
    desk,
    first: await addOperator(desk, [role], '演示乙'),
    second: await addOperator(desk, [role], '演示丙'),
  }
}

describeDatabases('of two operators with the same form, the later is refused by name', (freshDatabase) => {
  const open = openForms(freshDatabase)

  it('when changing roles', async () => {
    const { desk, first, second } = await open('administrator')
    const { name } = await addOperator(desk, ['review'], '演示甲')
    const setRoles = (by: TestOperator, roles: string[], base: string[]) =>
      act(desk, by, 'operators roles', { name, roles, base, totp: freshTotp(desk, by) })
    expect((await setRoles(first, ['review', 'data'], ['review'])).code).toBe(0)
    const late = await setRoles(second, ['review', 'support'], ['review'])
    expect(late).toMatchObject(refused('角色已变，请看过再保存。', '更改角色（'))
    expect((await setRoles(second, ['review', 'support'], ['data', 'review'])).code).toBe(0)
  })

  it('when locking and unlocking an account', async () => {
    const { desk, database, first, second } = await open('support')
    const { userId } = (await signIn(await openTestApp(database.db))).userDetail
    const lock = (by: TestOperator, days: number, lockedAt: number | null) =>
      act(desk, by, 'users lock', { userId, reason, until: chinaDay(desk.clock.time + days * DAY), lockedAt })
    const lockedAt = desk.clock.time
    expect((await lock(first, 3, null)).code).toBe(0)
    expect(await lock(second, 9, null)).toMatchObject(refused('停用状态已变，请看过再保存。', '停用账户'))
    desk.clock.time += 1
    expect((await lock(first, 5, lockedAt)).code).toBe(0)
    const unlock = (by: TestOperator, at: number) => act(desk, by, 'users unlock', { userId, reason, lockedAt: at })
    expect(await unlock(second, lockedAt)).toMatchObject(refused('停用状态已变，请看过再保存。', '停用账户'))
    expect((await unlock(first, desk.clock.time)).code).toBe(0)
    expect(await unlock(second, desk.clock.time)).toMatchObject(refused('这个账户没有停用。', '恢复账户'))
  })

  it('when suppressing the same, and when lifting it', async () => {
    const { desk, database, first, second } = await open('review')
    const { record } = await fillWithRecord(database.db)
    for (const target of [{ recordId: record.id }, { person: '演示甲', company: demoCode }]) {
      const add = (by: TestOperator) =>
        act(desk, by, 'suppress add', { ...target, reason, dryRun: false, totp: freshTotp(desk, by) })
      expect((await add(first)).code).toBe(0)
      expect(await add(second)).toMatchObject(refused('已有相同的屏蔽 s-\\w{20}。', '屏蔽'))
      const [stored] = await database.db.selectFrom('suppression').select('id').execute()
      const lift = (by: TestOperator, why = reason) =>
        act(desk, by, 'suppress remove', { id: stored?.id ?? '', reason: why })
      expect((await lift(first, ' ')).code).toBe(resultCode.badRequest)
      expect((await lift(first)).code).toBe(0)
      expect(await lift(second)).toMatchObject(refused('没有这一条屏蔽。', '解除屏蔽'))
    }
    const lifted = await auditOf(database.db, 'suppressionRemoved').select('reason').execute()
    expect(lifted).toEqual([{ reason }, { reason }])
  })
})

// Concurrent calls depend on the database.
describeBothDatabases('of two operators with the same form, the later is refused by name', (freshDatabase) => {
  const open = openForms(freshDatabase)

  it('when changing the roles at the same time', async () => {
    const { desk, first, second } = await open('administrator')
    const { name } = await addOperator(desk, ['review'], '演示甲')
    const steps = [first, second].map((by) => ({ by, totp: freshTotp(desk, by) }))
    const answers = await Promise.all(
      steps.map(({ by, totp }) => act(desk, by, 'operators roles', { name, roles: ['data'], base: ['review'], totp })),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, resultCode.actionRefused])
  })

  it('when suppressing the same at the same time', async () => {
    const { desk, database, first, second } = await open('review')
    const { record } = await fillWithRecord(database.db)
    const steps = [first, second].map((by) => ({ by, totp: freshTotp(desk, by) }))
    const answers = await Promise.all(
      steps.map(({ by, totp }) => act(desk, by, 'suppress add', { recordId: record.id, reason, dryRun: false, totp })),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, resultCode.actionRefused])
    expect(await database.db.selectFrom('suppression').selectAll().execute()).toHaveLength(1)
  })
})

import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import { act, addOperator, freshTotp, openTestDesk } from '../../test/http/desk.ts'
import { parseMembershipRules } from '../domain/account/membership-rules.ts'
import { createContentRepository } from '../features/content/content.repository.ts'
import { readShippedContent } from '../features/content/content-fields.ts'

const rules = parseMembershipRules(readShippedContent('membership'))
const [first, ...others] = rules.careers
const choices = { careerIdStr: first?.id ?? '', industryIdStr: rules.industries[0]?.id ?? '' }

async function open(database: TestDatabase) {
  const desk = await openTestDesk(database)
  const test = await openTestApp(database.db)
  test.clock.time = desk.clock.time
  await createContentRepository(desk.clock).fillIfEmpty(database.db)
  return { desk, test, operator: await addOperator(desk, ['content'], '演示甲') }
}

describeDatabases('choices of membership', (freshDatabase) => {
  it('are offered as published within five seconds; a retired one stays with its users and is chosen no more', async () => {
    const { desk, test, operator } = await open(await freshDatabase())
    const { token } = await signIn(test)
    expect((await call(test.app, 'saveIndustryCareer', choices, { token })).code).toBe(0)
    const careers = [...others, { id: first?.id ?? '', name: '改名', retired: true }]
    const published = await act(desk, operator, 'content publish', {
      place: 'membership',
      base: 1,
      text: JSON.stringify({ ...rules, careers }),
      reason: '演示：停用',
      shownFrom: null,
      dryRun: false,
    })
    expect(published.data).toMatchObject({ version: 2 })
    test.clock.time += 4_000
    const { data } = await call(test.app, 'careerIndustryList', {})
    expect(data?.careerList).toEqual(others)
    expect((await call(test.app, 'userDetail', {}, { token })).data?.careerList).toEqual([
      { id: first?.id, name: '改名' },
    ])
    const again = await call(test.app, 'saveCareer', { careerIdStr: choices.careerIdStr }, { token })
    expect(again.code).toBe(resultCode.choiceUnfit)
  })

  it.each([
    ['a deleted choice', { careers: others }, `careers[${first?.id}]`],
    ['a repeated id', { careers: [...rules.careers, ...others] }, `careers[${others[0]?.id}].id`],
    ['a limit of none', { careerLimit: 0 }, 'careerLimit'],
    ['no choice in use', { industries: rules.industries.map((one) => ({ ...one, retired: true })) }, 'industries'],
  ])('with %s are refused', async (_what, deviation, field) => {
    const { desk, operator } = await open(await freshDatabase())
    const text = JSON.stringify({ ...rules, ...deviation })
    const body = { place: 'membership', base: 1, text, reason: '演示', shownFrom: null }
    const checked = await act(desk, operator, 'content publish', { ...body, dryRun: true })
    expect(checked.data).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ field })]) })
    expect((await act(desk, operator, 'content publish', { ...body, dryRun: false })).code).toBe(
      resultCode.actionRefused,
    )
  })

  it('that an old version lacks are retired when it is restored', async () => {
    const { desk, test, operator } = await open(await freshDatabase())
    const careers = [...rules.careers, { id: 'added', name: '新增' }]
    const publication = { text: JSON.stringify({ ...rules, careers }), reason: '演示', shownFrom: null, dryRun: false }
    await act(desk, operator, 'content publish', { place: 'membership', base: 1, ...publication })
    const restore = { place: 'membership', version: 1, reason: '演示', dryRun: false }
    expect((await act(desk, operator, 'content restore', restore)).data).toMatchObject({ version: 3 })
    test.clock.time += 4_000
    expect((await call(test.app, 'careerIndustryList', {})).data?.careerList).toEqual(rules.careers)
    const reuse = { ...publication, text: JSON.stringify(rules) }
    const refused = await act(desk, operator, 'content publish', { place: 'membership', base: 3, ...reuse })
    expect(refused.message).toContain('不能删除，只能停用')
  })
})

describeDatabases('a membership', (freshDatabase) => {
  it('is found by a masked number, prolonged and ended with a reason', async () => {
    const { desk, test, operator } = await open(await freshDatabase())
    const { token, userDetail } = await signIn(test)
    const { userId, phoneMasked: mobile } = userDetail
    const find = async () => (await act(desk, operator, 'membership grants', { mobile })).data
    expect(await find()).toEqual({ items: [] })
    await call(test.app, 'saveIndustryCareer', choices, { token })
    expect(await find()).toMatchObject({ items: [{ userId, mobileMasked: mobile, source: '赠送' }] })

    const change = (until: string) =>
      act(desk, operator, 'membership change', { userId, until, reason: '演示', totp: freshTotp(desk, operator) })
    expect((await change('2035-12-31')).code).toBe(0)
    const detail = async () => (await call(test.app, 'userDetail', {}, { token })).data
    expect(await detail()).toMatchObject({ isVip: true, vipExpireAt: '2035-12-31T15:59:59.000Z' })
    expect((await change('2020-01-01')).code).toBe(resultCode.actionRefused)
    expect((await change('')).code).toBe(0)
    test.clock.time = desk.clock.time
    expect(await detail()).toMatchObject({ isVip: false })
  })
})

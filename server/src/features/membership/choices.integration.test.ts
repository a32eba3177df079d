import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, signIn, type TestApp } from '../../../test/http/app.ts'
import { loadMembershipRules } from '../../platform/reference-data.ts'

async function chosen(test: TestApp, token: string) {
  const { data } = await call(test.app, 'userDetail', {}, { token })
  return { careers: data?.careerList.map(({ id }) => id), industries: data?.industryList.map(({ id }) => id) }
}

describeDatabases('identities and industries', (freshDatabase) => {
  it('are offered from the data, with their limits', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { data } = await call(test.app, 'careerIndustryList', {})
    expect(data).toMatchObject({ careerLimit: 3, industryLimit: 3 })
    expect(data?.careerList[0]).toEqual({ id: 'jobSeeker', name: '求职者' })
    expect(data?.industryList[0]).toEqual({ id: 'software', name: '信息技术' })
  })

  it('are replaced one kind at a time, and deleted by an empty choice', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { token } = await signIn(test)
    await call(test.app, 'saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'law,software' }, { token })
    expect((await call(test.app, 'saveCareer', { careerIdStr: 'owner,legal' }, { token })).code).toBe(0)
    expect(await chosen(test, token)).toEqual({ careers: ['owner', 'legal'], industries: ['law', 'software'] })
    expect((await call(test.app, 'saveIndustry', { industryIdStr: '' }, { token })).code).toBe(0)
    expect(await chosen(test, token)).toEqual({ careers: ['owner', 'legal'], industries: [] })
    expect((await call(test.app, 'userDetail', {}, { token })).data?.isVip).toBe(true)
  })

  it('that are invalid change nothing', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { token } = await signIn(test)
    await call(test.app, 'saveCareer', { careerIdStr: 'owner' }, { token })
    const save = async (careerIdStr: string) => call(test.app, 'saveCareer', { careerIdStr }, { token })
    expect(await save('jobSeeker,legal,owner,sales')).toMatchObject({
      code: resultCode.choiceUnfit,
      message: '身份最多选择三个',
    })
    expect((await save('legal,nobody')).code).toBe(resultCode.choiceUnfit)
    expect((await save("legal' or '1'='1")).code).toBe(resultCode.choiceUnfit)
    expect(await chosen(test, token)).toEqual({ careers: ['owner'], industries: [] })
  })

  it('of other users stay unchanged', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const [one, other] = [await signIn(test), await signIn(test)]
    for (const { token } of [one, other]) await call(test.app, 'saveCareer', { careerIdStr: 'owner' }, { token })
    await call(test.app, 'saveCareer', { careerIdStr: '' }, { token: one.token })
    expect(await chosen(test, one.token)).toEqual({ careers: [], industries: [] })
    expect(await chosen(test, other.token)).toEqual({ careers: ['owner'], industries: [] })
  })

  it('saved concurrently are the complete choices of one call', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { token } = await signIn(test)
    const sets = ['jobSeeker,legal,owner', 'owner,sales,jobSeeker', 'hr,investor,lawyer', '']
    const saves = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        call(test.app, 'saveCareer', { careerIdStr: sets[turn % 4] ?? '' }, { token }),
      ),
    )
    expect(new Set(saves.map(({ code }) => code))).toEqual(new Set([0]))
    expect(sets).toContain((await chosen(test, token)).careers?.join(','))
  })

  it('that are no longer offered are not shown', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const { token } = await signIn(test)
    await call(test.app, 'saveCareer', { careerIdStr: 'owner,legal' }, { token })
    const rules = loadMembershipRules()
    const without = { ...rules, careers: rules.careers.filter(({ id }) => id !== 'owner') }
    expect(await chosen(await openTestApp(db, { membershipRules: without }), token)).toEqual({
      careers: ['legal'],
      industries: [],
    })
  })
})

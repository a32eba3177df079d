import { agreementTypes } from '@baiqicha/contract/agreements'
import { expect, it, onTestFinished } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { openFaultyDatabase } from '../../../test/databases/faulty-database.ts'
import { call, openTestApp } from '../../../test/http/app.ts'

describeDatabases('agreements', (freshDatabase) => {
  it('are listed with versions and dates, and readable without a session', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { data } = await call(test.app, 'agreementList', {})
    expect(data?.agreementVersion).toBe('2026-11-23')
    expect(data?.list.map(({ type, title }) => `${type} ${title}`)).toEqual([
      'user_protocol 百企查用户协议',
      'privacy_policy 百企查隐私政策',
      'membership 百企查会员协议',
    ])
    for (const stated of data?.list ?? []) {
      const { data: agreement } = await call(test.app, 'agreement', { type: stated.type })
      expect(agreement).toMatchObject(stated)
      expect(agreement?.content[0]?.heading).toMatch(/^一、/)
    }
  })

  it.each(['away', 'hanging'] as const)('are served while the database is %s', async (condition) => {
    const { db, setCondition } = openFaultyDatabase(await freshDatabase())
    const test = await openTestApp(db)
    onTestFinished(() => setCondition('well'))
    setCondition(condition)
    expect((await call(test.app, 'agreementList', {})).code).toBe(0)
    for (const type of agreementTypes) expect((await call(test.app, 'agreement', { type })).data?.type).toBe(type)
    expect((await call(test.app, 'careerIndustryList', {})).code).toBe(0)
  })
})

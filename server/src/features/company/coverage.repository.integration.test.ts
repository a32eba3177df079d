import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, buildSource, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { createCoverageReader } from './coverage.repository.ts'

describeBothDatabases('coverage', (freshDatabase) => {
  it('counts each real company in one group, by its stock, else by the source that names it', async () => {
    const { db } = await freshDatabase()
    await db
      .insertInto('source')
      .values([
        buildSource({ id: 'list', kind: 'disclosure', name: '演示名录', scope: '演示中央企业', as_of: '2025-07' }),
        buildSource({
          id: 'exchange',
          kind: 'exchange',
          name: '演示交易所',
          url: 'https://exchange.example/',
          as_of: '2026-05',
        }),
        buildSource({ id: 'profiles', kind: 'disclosure', name: '演示概况', as_of: '2024' }),
        buildSource({ id: 'unused' }),
        buildSource({ id: 'demo', kind: 'demo', name: '演示数据', as_of: null }),
      ])
      .execute()
    await insertCompanies(db, [
      buildCompany({ identity_source: 'list' }),
      buildCompany({ identity_source: 'list', listing_source: 'exchange' }),
      buildCompany({ listing_source: 'exchange' }),
      buildCompany({ listing_source: 'profiles' }),
      buildCompany({ contact_source: 'list' }),
      buildCompany({ contact_source: 'exchange' }),
      buildCompany({ is_demo: 1, identity_source: 'demo' }),
    ])
    const listed = {
      name: '上市公司',
      companies: 3,
      asOf: '2026-05',
      isDemo: false,
      sources: [
        { name: '演示交易所', url: 'https://exchange.example/' },
        { name: '演示概况', url: null },
      ],
    }
    const register = {
      name: '测试来源',
      companies: 2,
      asOf: '2026-06',
      isDemo: false,
      sources: [{ name: '测试来源', url: null }],
    }
    const list = {
      name: '演示中央企业',
      companies: 1,
      asOf: '2025-07',
      isDemo: false,
      sources: [{ name: '演示名录', url: null }],
    }
    const demo = { name: '演示企业', companies: 1, isDemo: true }
    for (const slice of [1, 2, 3, 5, 7, 100]) {
      const of = (includeDemo: boolean) =>
        createCoverageReader({ db, clock: { now: () => BUILT_AT }, includeDemo, slice })()
      expect(await of(false)).toMatchObject({ companies: 6, groups: [listed, register, list] })
      expect(await of(true)).toMatchObject({ companies: 6, groups: [listed, register, list, demo] })
    }
  })

  it('counts a large store again half a minute after the last count, a small one after each change', async () => {
    const { db } = await freshDatabase()
    const clock = { time: BUILT_AT, now: () => clock.time }
    const deps = { db, clock, includeDemo: false }
    const [large, small] = [createCoverageReader({ ...deps, slice: 1 }), createCoverageReader(deps)]
    const counted = async () => [(await large()).companies, (await small()).companies]
    await insertCompanies(db, [buildCompany(), buildCompany()])
    expect(await counted()).toEqual([2, 2])
    await insertCompanies(db, [buildCompany()])
    expect(await counted()).toEqual([2, 3])
    clock.time += 30_000
    expect(await counted()).toEqual([3, 3])
  })

  it('counts once for concurrent callers', async () => {
    const { db } = await freshDatabase()
    await insertCompanies(db, [buildCompany()])
    const coverage = createCoverageReader({ db, clock: { now: () => BUILT_AT }, includeDemo: false })
    const [first, second] = await Promise.all([coverage(), coverage()])
    expect(first).toBe(second)
  })
})

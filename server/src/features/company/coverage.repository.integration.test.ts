import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, buildSource, insertCompanies } from '../../../test/builders/companies.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { createCoverageReader } from './coverage.repository.ts'

describeDatabases('coverage', (freshDatabase) => {
  it('adds up the slices, each company once per source', async () => {
    const { db } = await freshDatabase()
    await db
      .insertInto('source')
      .values([buildSource({ id: 'other' }), buildSource({ id: 'unused' }), buildSource({ id: 'demo', kind: 'demo' })])
      .execute()
    await insertCompanies(db, [
      buildCompany(),
      buildCompany({ contact_source: 'other' }),
      buildCompany({ identity_source: 'other', contact_source: 'other' }),
      buildCompany({ is_demo: 1, identity_source: 'demo' }),
      buildCompany(),
    ])
    for (const slice of [1, 2, 3, 5, 100]) {
      const coverage = await createCoverageReader(db, { now: () => BUILT_AT }, slice)()
      const counted = coverage.sources.map(({ id, companies }) => [id, companies])
      expect([coverage.companies, counted]).toEqual([
        4,
        [
          ['other', 2],
          ['test', 4],
        ],
      ])
    }
  })

  it('counts a large store again half a minute after the last count, a small one after each change', async () => {
    const { db } = await freshDatabase()
    const clock = { time: BUILT_AT, now: () => clock.time }
    const [large, small] = [createCoverageReader(db, clock, 1), createCoverageReader(db, clock)]
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
    const coverage = createCoverageReader(db, { now: () => BUILT_AT })
    const [first, second] = await Promise.all([coverage(), coverage()])
    expect(first).toBe(second)
  })
})

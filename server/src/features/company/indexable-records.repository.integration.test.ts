import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { buildRecord, insertFeed, insertRecords } from '../../../test/builders/records.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { createIndexableRecordsRepository } from './indexable-records.repository.ts'

const code = (last: number) => `91990001MA0DEM0X${10 + last}`
const DAY = 86_400_000

const company = (last: number, name: string) => buildCompany({ id: `c-${last}`, name, credit_code: code(last) })
const about = (last: number) => ({ subjects: [{ creditCode: code(last) }] })
const holder = (name: string) => ({ kind: 'shareholderInfo', fields: { name } }) as const

const contact = (value: string) => ({ kind: 'contact', fields: { value } }) as const

describeBothDatabases('facts that the index takes from records', (freshDatabase) => {
  it('are the current risks and members of the day, without hidden, past or namesake records', async () => {
    const { db } = await freshDatabase()
    const clock = { time: BUILT_AT, now: () => clock.time }
    const [risky, past, disputed, free] = ['险', '旧', '争', '净'].map((word, last) =>
      company(last, `演示${word}有限公司`),
    )
    const sharing = ['c-8', 'c-9'].map((id) => buildCompany({ id, name: '演示同名有限公司' }))
    const byName = buildCompany({ id: 'c-7', name: '演示独名有限公司' })
    await insertCompanies(
      db,
      [risky, past, disputed, free, ...sharing, byName].flatMap((one) => one ?? []),
    )
    await insertRecords(db, [
      buildRecord({ kind: 'dishonestExecutor', display_until: '2026-06-30', ...about(0) }),
      buildRecord({ kind: 'punishment', ...about(0) }),
      buildRecord({ ...holder('演示甲'), ...about(0) }),
      buildRecord({ kind: 'keyPerson', fields: { name: '演示甲' }, ...about(0) }),
      buildRecord({ ...holder('演示控股有限公司'), ...about(0) }),
      buildRecord({ ...holder('演示乙'), is_hidden: 1, ...about(0) }),
      buildRecord({ ...holder('演示丙'), standing: 'history', ...about(0) }),
      buildRecord({ ...holder('演示丁'), display_until: '2026-06-29', ...about(0) }),
      buildRecord({ kind: 'businessRisk', removed_on: '2026-06-30', ...about(1) }),
      buildRecord({ kind: 'businessRisk', is_hidden: 1, ...about(1) }),
      buildRecord({ kind: 'executedPerson', disputed_at: BUILT_AT, ...about(2) }),
      buildRecord({ kind: 'equityPledge', ...about(3) }),
      buildRecord({ kind: 'executedPerson', subjects: [{ name: '演示同名有限公司' }] }),
      buildRecord({ kind: 'executedPerson', subjects: [{ name: '演示独名有限公司' }] }),
    ])
    await insertFeed(db, { kind: 'consumptionRestriction' })
    const records = createIndexableRecordsRepository(db, clock)
    const stated = async () => {
      const all = await records.of(['c-0', 'c-1', 'c-2', 'c-3', 'c-7', 'c-8', 'c-none'])
      return Object.fromEntries(Array.from(all, ([id, { risks }]) => [id, risks.toSorted()]))
    }
    expect(await stated()).toEqual({
      'c-0': ['dishonestExecutor', 'punishment'],
      'c-1': ['none'],
      'c-2': [],
      'c-3': ['equityPledge', 'none'],
      'c-7': ['executedPerson'],
      'c-8': [],
    })
    expect((await records.of(['c-0'])).get('c-0')?.members.toSorted()).toEqual(['演示控股有限公司', '演示甲'])
    clock.time += DAY
    expect(await stated()).toMatchObject({ 'c-0': ['none', 'punishment'] })
  })

  it('are the types of contacts that are shown today, and the people of the newest years', async () => {
    const { db } = await freshDatabase()
    const lead = company(0, '演示线索有限公司')
    await insertCompanies(db, [lead])
    await insertRecords(db, [
      buildRecord({ ...contact('0990-2345678'), ...about(0) }),
      buildRecord({ ...contact('office@lanshan.example'), disputed_at: BUILT_AT, ...about(0) }),
      buildRecord({ ...contact('15400000001'), is_hidden: 1, ...about(0) }),
      buildRecord({ ...contact('15400000002'), standing: 'history', ...about(0) }),
      buildRecord({ ...contact('www.lanshan.example'), ...about(0) }),
      buildRecord({ kind: 'annualEmployees', fields: { year: 2025, employees: 120 }, ...about(0) }),
      buildRecord({ kind: 'annualInsurance', fields: { year: 2024, insuredCount: 80 }, ...about(0) }),
    ])
    const found = (await createIndexableRecordsRepository(db, { now: () => BUILT_AT }).of(['c-0'])).get('c-0')
    expect(found?.contacts.toSorted()).toEqual(['email', 'landline'])
    expect(found).toMatchObject({ employees: [{ year: 2025, people: 120 }], insured: [{ year: 2024, people: 80 }] })
  })

  it('state 未查询到风险 only of companies that sources cover whole for all four kinds', async () => {
    const { db } = await freshDatabase()
    const records = createIndexableRecordsRepository(db, { now: () => BUILT_AT })
    const [xiamen, unplaced, listed, fictional] = [
      buildCompany({ id: 'c-xiamen', region_code: '350203' }),
      buildCompany({ id: 'c-unplaced', region_code: null, list_province: '福建省' }),
      buildCompany({ id: 'c-listed', region_code: '440300', listings: [{ code: '000001' }] }),
      buildCompany({ id: 'c-demo', region_code: '350203', is_demo: 1 }),
    ]
    await insertCompanies(db, [xiamen, unplaced, listed, fictional])
    const clear = async () => {
      const found = await records.of(['c-xiamen', 'c-unplaced', 'c-listed', 'c-demo'])
      return [...found].flatMap(([id, { risks }]) => (risks.includes('none') ? id : [])).toSorted()
    }
    expect([await clear(), await records.hasAny()]).toEqual([[], false])
    for (const kind of ['dishonestExecutor', 'executedPerson', 'consumptionRestriction'] as const) {
      await insertFeed(db, { kind, is_demo: 1 })
      await insertFeed(db, { kind, source_id: 'other' })
    }
    expect([await clear(), await records.hasAny()]).toEqual([[], true])
    const states = async (covers: string | null, is_demo: 0 | 1 = 0) => {
      await db.deleteFrom('record_feed').where('kind', '=', 'businessRisk').execute()
      await insertFeed(db, { kind: 'businessRisk', covers, is_demo })
      return clear()
    }
    expect(await states('regions=3502')).toEqual(['c-xiamen'])
    expect(await states('listed')).toEqual(['c-listed'])
    expect(await states('companies=c-unplaced')).toEqual(['c-unplaced'])
    expect(await states('all', 1)).toEqual(['c-demo'])
    expect(await states('all')).toEqual(['c-listed', 'c-unplaced', 'c-xiamen'])
    for (const part of ['named', null, 'all years=2020..2022', 'all items=吊销', 'regions=11']) {
      expect([part, await states(part)]).toEqual([part, []])
    }
  })
})

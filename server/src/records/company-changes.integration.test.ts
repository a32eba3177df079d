import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeBothDatabases } from '../../test/databases/databases.ts'
import { nameKey } from '../domain/names/company-name.ts'
import { type ChangedSubjects, companyChanges, isIndexed } from './company-changes.ts'

const code = '91990001MA0DEM0X19'

describeBothDatabases('changed records', (freshDatabase) => {
  it('add one change for every company they may be about, and for no other', async () => {
    const { db } = await freshDatabase()
    await insertCompanies(db, [
      buildCompany({ id: 'c-code', credit_code: code, registration_number: '990001000012345' }),
      buildCompany({ id: 'c-number', registration_number: '990001000012345' }),
      buildCompany({ id: 'c-name', name: '演示（海边）有限公司' }),
      buildCompany({ id: 'c-other' }),
    ])
    await db.deleteFrom('company_change').execute()
    const toldOf = async (changed: ChangedSubjects) => {
      await companyChanges(db, changed, BUILT_AT + 1).execute(db)
      const rows = await db.selectFrom('company_change').select(['company_id', 'at']).execute()
      await db.deleteFrom('company_change').execute()
      return rows.map((row) => `${row.company_id} ${row.at - BUILT_AT}`).toSorted()
    }
    const byName = nameKey('演示(海边)有限公司')
    expect(await toldOf({ subjectKeys: [`c:${code}`] })).toEqual(['c-code 1'])
    expect(await toldOf({ subjectKeys: ['r:990001000012345', `c:${code}`] })).toEqual(['c-code 1', 'c-number 1'])
    expect(await toldOf({ subjectKeys: [`n:${byName}`] })).toEqual(['c-name 1'])
    expect(await toldOf({ subjectKeys: ['c:none'], nameKeys: [byName] })).toEqual(['c-name 1'])
    expect(await toldOf({ subjectKeys: [] })).toEqual([])
  })
})

it('change companies only when the index reads their kind', () => {
  expect((['punishment', 'keyPerson', 'changeRecord', 'branch'] as const).map(isIndexed)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

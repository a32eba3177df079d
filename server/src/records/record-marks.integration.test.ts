import { recordKinds } from '@baiqicha/contract/records/kinds'
import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeBothDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { testHiddenNumbers } from '../../test/importers/hidden-numbers.ts'
import { testFile } from '../../test/importers/import-tables.ts'
import { createSuppressionService } from '../features/correction/suppression.service.ts'
import { registerSources, shippedSources } from '../importers/file/sources.ts'
import { createRecordImporter } from '../importers/records/import-records.ts'
import { canonicalMapping } from '../importers/records/record-formats.ts'
import { systemRandom as random } from '../platform/crypto/system-random.ts'

const code = '91990001MA0TE5T16H'
const name = '澜山演示贸易有限公司'
const clock = { now: () => BUILT_AT }

const row = (caseNo: string, legalRep: string) => ({
  name,
  certNo: code,
  caseNo,
  legalRep,
  subjectType: '企业',
  publishDate: '2026-05-06',
})

async function importRows(database: TestDatabase, rows: readonly object[]) {
  const file = await testFile(rows.map((one) => `${JSON.stringify(one)}\n`).join(''), 'dishonest.ndjson')
  const kind = recordKinds.dishonestExecutor
  const importer = createRecordImporter({ database, clock, hiddenNumbers: testHiddenNumbers })
  await importer.run({
    file,
    kind,
    mapping: canonicalMapping(kind),
    sourceId: 'demo-execution',
    rejectsFile: null,
    covers: 'all',
  })
}

const audit = async () => {}

describeBothDatabases('a suppression', (freshDatabase) => {
  it('of a person at a company applies to stored records and to repeated and new imports', async () => {
    const database = await freshDatabase()
    const { db } = database
    await registerSources(db, shippedSources)
    await insertCompanies(db, [buildCompany({ name, credit_code: code, is_demo: 1 })])
    const suppressions = createSuppressionService({ db, clock, random, audit, operatorAudit: audit })
    const hidden = async () => {
      const rows = await db
        .selectFrom('record')
        .innerJoin('record_subject', 'record_subject.record_id', 'record.id')
        .select(['record.content', 'record.is_hidden as own', 'record_subject.is_hidden as listed'])
        .execute()
      return rows.map(({ content, own, listed }) => `${/演0101执\d+号/.exec(content)?.[0]} ${own}${listed}`).toSorted()
    }

    await importRows(database, [row('（2026）演0101执1号', '演示甲'), row('（2026）演0101执2号', '演示乙')])
    expect(await hidden()).toEqual(['演0101执1号 00', '演0101执2号 00'])
    const added = await suppressions.addPerson({
      person: '演示 甲',
      company: code,
      reason: '演示：非本人',
      operator: '',
    })
    expect(added).toMatchObject({ ok: true, value: { recordsHidden: 1 } })
    expect(await hidden()).toEqual(['演0101执1号 11', '演0101执2号 00'])

    await importRows(database, [
      { ...row('（2026）演0101执1号', '演示甲'), performance: '全部未履行' },
      row('（2026）演0101执2号', '演示乙'),
      row('（2026）演0101执3号', '演示甲'),
    ])
    expect(await hidden()).toEqual(['演0101执1号 11', '演0101执2号 00', '演0101执3号 11'])
    expect(
      await suppressions.remove({ id: added.ok ? added.value.id : '', reason: '演示：来函撤回', operator: '' }),
    ).toBe(true)
    expect(await hidden()).toEqual(['演0101执1号 00', '演0101执2号 00', '演0101执3号 00'])
  })

  it('of a record that is not stored yet hides it when it is imported', async () => {
    const database = await freshDatabase()
    const { db } = database
    await registerSources(db, shippedSources)
    await importRows(database, [row('（2026）演0101执1号', '演示甲')])
    const { id } = await db.selectFrom('record').select('id').executeTakeFirstOrThrow()
    const another = await freshDatabase()
    await registerSources(another.db, shippedSources)
    const suppressions = createSuppressionService({ db: another.db, clock, random, audit, operatorAudit: audit })
    expect(await suppressions.addRecord({ recordId: id, reason: '演示：法院来函', operator: '' })).toMatchObject({
      ok: true,
      value: { recordsHidden: 0 },
    })
    await importRows(another, [row('（2026）演0101执1号', '演示甲')])
    expect(await another.db.selectFrom('record').select(['id', 'is_hidden']).execute()).toEqual([{ id, is_hidden: 1 }])
  })
})

import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, buildSource, insertCompanies } from '../../../test/builders/companies.ts'
import { buildRecord, insertFeed, insertRecords } from '../../../test/builders/records.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp } from '../../../test/http/app.ts'
import { bumpRecordRevision } from '../../records/record-revision.ts'
import { createRecordTotals } from './about.repository.ts'

const subjects = [{ name: '演示云岚软件有限公司' }]

describeDatabases('关于我们', (freshDatabase) => {
  it('states every real source with its licence, its last import and its shown records by kind', async () => {
    const { db } = await freshDatabase()
    await insertCompanies(db, [buildCompany(), buildCompany({ is_demo: 1 })])
    await db
      .insertInto('source')
      .values([buildSource({ id: 'other', as_of: null }), buildSource({ id: 'demo', kind: 'demo' })])
      .execute()
    await db.insertInto('source_import').values({ source_id: 'test', imported_at: BUILT_AT }).execute()
    const other = [{ source_id: 'other', as_of: null }]
    await insertRecords(db, [
      buildRecord({ kind: 'executedPerson', subjects }),
      buildRecord({ kind: 'executedPerson', subjects, otherStatements: other }),
      buildRecord({ kind: 'executedPerson', subjects, is_hidden: 1 }),
      buildRecord({ kind: 'executedPerson', subjects, standing: 'withdrawn' }),
      buildRecord({ kind: 'dishonestExecutor', subjects, source_id: 'demo', is_demo: 1 }),
    ])
    const { app } = await openTestApp(db)
    const { data } = await call(app, 'about', {})
    const source = { name: '测试来源', scope: '测试企业', licence: 'CC0-1.0', url: null }
    expect(data?.sources).toEqual([
      { ...source, id: 'other', asOf: null, lastImport: null, records: [{ title: '被执行人', count: 1 }] },
      {
        ...source,
        id: 'test',
        asOf: '2026-06',
        lastImport: new Date(BUILT_AT).toISOString(),
        records: [
          { title: '企业', count: 1 },
          { title: '被执行人', count: 2 },
        ],
      },
    ])
  })

  it('lists the record kinds that no source of real companies states', async () => {
    const { db } = await freshDatabase()
    await insertFeed(db, { kind: 'executedPerson', is_demo: 0 })
    await insertFeed(db, { kind: 'dishonestExecutor', is_demo: 1 })
    const { app } = await openTestApp(db)
    const { data } = await call(app, 'about', {})
    expect(data?.unconnectedKinds).not.toContain('被执行人')
    expect(data?.unconnectedKinds).toContain('失信被执行人')
    expect(data?.demoKinds).toEqual(['失信被执行人'])
  })

  it('lists the licences that the web build collected', async () => {
    const { db } = await freshDatabase()
    const list = [{ name: 'react', version: '19.3.1', licence: 'MIT', text: 0 }]
    const text = Buffer.from(JSON.stringify({ list, texts: ['MIT License'] }))
    const file = {
      contentType: 'application/json; charset=utf-8',
      etag: '""',
      immutable: false,
      compressible: true,
      content: async () => text,
    }
    const { app } = await openTestApp(db, { webFiles: new Map([['/licences.json', file]]) })
    const { data } = await call(app, 'about', {})
    expect(data?.licences).toEqual([{ name: 'react', version: '19.3.1', licence: 'MIT' }])
  })
})

const executed = () => buildRecord({ kind: 'executedPerson', subjects })
const countOf = (totals: Awaited<ReturnType<ReturnType<typeof createRecordTotals>>>) =>
  totals.get('test')?.get('executedPerson')

describeDatabases('the number of records of a source', (freshDatabase) => {
  it('adds up the slices', async () => {
    const { db } = await freshDatabase()
    const other = [{ source_id: 'other', as_of: null }]
    await insertRecords(db, [
      ...Array.from({ length: 5 }, executed),
      buildRecord({ kind: 'executedPerson', subjects, otherStatements: other }),
    ])
    for (const rows of [1, 2, 5, 100]) {
      const slices = { rows, pages: 1, statementPages: 1 }
      const totals = await createRecordTotals({ db, clock: { now: () => BUILT_AT }, slices })()
      expect([countOf(totals), totals.get('other')?.get('executedPerson')]).toEqual([6, 1])
    }
  })

  it('of a large store is the last one while the next is counted, at most once a minute', async () => {
    const { db } = await freshDatabase()
    const clock = { time: BUILT_AT, now: () => clock.time }
    const recordTotals = createRecordTotals({ db, clock, largeFrom: 2 })
    const addOne = async () => {
      await insertRecords(db, [executed()])
      await bumpRecordRevision().execute(db)
    }
    for (let records = 1; records <= 3; records += 1) {
      await addOne()
      expect(countOf(await recordTotals())).toBe(records)
    }
    await addOne()
    expect(countOf(await recordTotals())).toBe(3)
    clock.time += 60_000
    expect(countOf(await recordTotals())).toBe(3)
    await expect.poll(async () => countOf(await recordTotals())).toBe(4)
  })
})

import { listedKindKeys } from '@baiqicha/contract/records/kind-table'
import { routes } from '@baiqicha/contract/routes'
import { describe, expect, it } from 'vitest'
import { buildRecord } from '../../../test/builders/records.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, raisedLimits, withLimits } from '../../../test/http/app.ts'
import { by, type Company, company, debt, readRecordsOf, refusalOf } from '../../../test/http/record-store.ts'
import { bumpRecordRevision } from '../../records/record-revision.ts'

const notFound = { code: 4040, message: '未找到该记录' }

describeBothDatabases('reading records', (freshDatabase) => {
  const { test, db, token, store, debts, detail, page } = readRecordsOf(freshDatabase)

  describe('a list', () => {
    it('has a total order over all pages, undated records last', async () => {
      const debtor = company()
      const dates = Array.from({ length: 25 }, (_, at) => (at % 5 === 0 ? null : `2024-01-0${1 + (at % 3)}`))
      await store(
        debtor,
        dates.map((published_on) => debt(debtor, { published_on, fields: { publishDate: null } })),
      )
      const pages = [1, 2, 3].map((number) => debts(debtor, { page: number, pageSize: 10 }))
      const rows = (await Promise.all(pages)).flatMap((list) => list?.list ?? [])
      const order = rows.map(({ publishedAt, id }) => ({ publishedAt: publishedAt ?? '', id }))
      expect(new Set(order.map(({ id }) => id)).size).toBe(25)
      expect(order).toEqual(
        order.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt) || (a.id < b.id ? -1 : 1)),
      )
    })

    it('sorts shareholders by share, those without a share last, and links only certain companies', async () => {
      const [held, holder, twin, otherTwin] = [
        company(),
        company(),
        company({ name: '演示双名投资有限公司' }),
        company({ name: '演示双名投资有限公司' }),
      ]
      const share = (name: string, percent: number | null, creditCode: string | null = null) =>
        buildRecord({ kind: 'shareholderInfo', subjects: [by(held)], fields: { name, percent, creditCode } })
      await store(
        [held, holder, twin, otherTwin],
        [
          share('演示乙', null),
          share(holder.row.name, 30),
          share(twin.row.name, 60, twin.row.credit_code),
          share(otherTwin.row.name, 10),
        ],
      )
      const { data } = await call(test().app, 'shareholderInfoList', { id: held.row.id })
      expect(data?.list.map(({ fields, links }) => [fields['percent'], links])).toEqual([
        [60, { name: twin.row.id }],
        [30, { name: holder.row.id }],
        [10, {}],
        [null, {}],
      ])
    })

    it('is filtered by exact values, whatever characters they contain', async () => {
      const debtor = company()
      const courts = [
        '演示市%法院',
        '演示市|法院',
        String.raw`演示市\_法院`,
        "演示市'法院",
        '演示市法院=',
        '演示市Ａa法院',
      ]
      await store(
        debtor,
        courts.map((court) => debt(debtor, { fields: { court } })),
      )
      const offered = (await debts(debtor))?.facets.find(({ name }) => name === 'court')?.options ?? []
      expect(offered).toHaveLength(courts.length)
      for (const { value } of offered)
        expect(await debts(debtor, { court: value })).toMatchObject({ total: 1, list: [{}] })
      for (const court of ['%', '演示市_法院', '演示市ａA法院', '|', '=', "' or 1=1 --"]) {
        expect(await debts(debtor, { court })).toMatchObject({ total: 0, list: [] })
      }
    })

    it('masks natural persons, shows offices, and returns only the fields of lists', async () => {
      const restricted = company({ legal_representative: '演示丙' })
      const order = (restrictedPerson: string, restrictedRole: string, filedDate: string) =>
        buildRecord({
          kind: 'consumptionRestriction',
          subjects: [by(restricted)],
          fields: {
            restrictedPerson,
            restrictedRole,
            companyName: restricted.row.name,
            applicant: '演示丁',
            filedDate,
          },
        })
      await store(restricted, [
        order('演示乙', '法定代表人', '2024-03-01'),
        order('演示丙', '法定代表人', '2024-02-01'),
        order('演示戊', '被执行人', '2024-01-01'),
      ])
      const { data } = await call(
        test().app,
        'consumptionRestrictionList',
        { companyId: restricted.row.id },
        { token: token() },
      )
      expect(
        data?.list.map(({ fields, isFormerOffice }) => [
          fields['restrictedPerson'],
          fields['applicant'],
          isFormerOffice,
        ]),
      ).toEqual([
        ['演示乙', '演示某', true],
        ['演示丙', '演示某', false],
        ['演示某1', '演示某2', false],
      ])
      const debtor = company()
      await store(debtor, [debt(debtor, { fields: { duty: '演示义务', legalRep: '演示乙' } })])
      expect(Object.keys((await debts(debtor))?.list[0]?.fields ?? {})).not.toContain('duty')
    })
  })

  it('a list of a thousand is cached until records change', async () => {
    const debtor = company()
    const listings = Array.from({ length: 1_000 }, () => debt(debtor))
    await store(debtor, listings)
    const current = async () => [(await debts(debtor))?.counts.current, (await page(debtor))?.risk?.high]
    expect(await current()).toEqual([1_000, 1_000])
    await db()
      .updateTable('record_subject')
      .set({ is_hidden: 1 })
      .where('record_id', '=', listings[0]?.row.id ?? '')
      .execute()
    expect(await current()).toEqual([1_000, 1_000])
    await bumpRecordRevision().execute(db())
    expect(await current()).toEqual([999, 999])
  })

  describe('a visitor', () => {
    it('sees counts and the overview, and no risk record', async () => {
      const debtor = company()
      const listing = debt(debtor)
      await store(debtor, [listing])
      expect((await page(debtor))?.risk?.high).toBe(1)
      for (const key of listedKindKeys) {
        const route = routes[`${key}List`]
        const { code } = await call(test().app, `${key}List`, { id: debtor.row.id, companyId: debtor.row.id })
        expect({ key, code }).toEqual({ key, code: route.access === 'session' ? 403 : 0 })
        const history = { id: debtor.row.id, companyId: debtor.row.id, view: 'history' } as const
        expect((await call(test().app, `${key}List`, history)).code).toBe(403)
      }
      expect((await call(test().app, 'dishonestExecutorDetail', { id: listing.row.id })).code).toBe(403)
    })

    it('opens the overview from the company page without spending more, and spends for it elsewhere', async () => {
      const limits = raisedLimits()
      limits.buckets.detailsPerVisitorAddress = [{ count: 2, seconds: 3600 }]
      const { app } = await openTestApp(db(), withLimits(limits))
      const [one, other, third] = [company(), company(), company()]
      await store([one, other, third], [])
      const visitor = { remoteAddress: '10.9.0.1' }
      const open = async (of: Company) => (await call(app, 'changeRecordList', { id: of.row.id }, visitor)).code
      await call(app, 'companyDetail', { id: one.row.id }, visitor)
      expect([await open(one), await open(one), await open(other), await open(third)]).toEqual([0, 0, 0, 429])
    })
  })

  it('demonstration companies and their records are hidden while those are off', async () => {
    const demo = company({ is_demo: 1 })
    const listing = debt(demo, { is_demo: 1 })
    await store(demo, [listing])
    const { config } = withLimits(raisedLimits())
    const { app } = await openTestApp(db(), { config: { ...config, demoData: false } })
    expect((await detail(listing.row.id)).code).toBe(0)
    for (const companyId of [undefined, demo.row.id]) {
      const input = companyId === undefined ? { id: listing.row.id } : { id: listing.row.id, companyId }
      expect(refusalOf(await call(app, 'dishonestExecutorDetail', input, { token: token() }))).toEqual(notFound)
    }
    expect((await call(app, 'dishonestExecutorList', { companyId: demo.row.id }, { token: token() })).code).toBe(4040)
    expect(
      (await call(app, 'latestRecord', { id: demo.row.id, group: 'legalRisk' }, { token: token() })).data,
    ).toBeNull()
  })
})

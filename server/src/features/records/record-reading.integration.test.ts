import { listedKindKeys } from '@baiqicha/contract/records/kind-table'
import { routes } from '@baiqicha/contract/routes'
import { describe, expect, it } from 'vitest'
import { buildRecord, insertRecords } from '../../../test/builders/records.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, raisedLimits, withLimits } from '../../../test/http/app.ts'
import { by, type Company, company, debt, readRecordsOf, refusalOf, removed } from '../../../test/http/record-store.ts'
import { createCompanyRecords } from '../../records/record-counts.ts'
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

const investment = (of: Company, name: string, deviation: Partial<Parameters<typeof buildRecord>[0]> = {}) =>
  buildRecord({ kind: 'overseasInvest', subjects: [by(of)], ...deviation, fields: { name } })

describeBothDatabases('links between records and companies', (freshDatabase) => {
  const { test, db, store, debts, page } = readRecordsOf(freshDatabase)
  const linked = async (of: Company) => {
    const list = await debts(of)
    return { linkedBy: list?.list.map(({ linkedBy }) => linkedBy), namesakes: list?.namesakes, total: list?.total }
  }

  it('are established by code, by number, or by an unshared name', async () => {
    const known = company({ registration_number: '990001000000017' })
    const { credit_code: creditCode, registration_number: registrationNumber, name } = known.row
    await store(known, [
      debt(known, { subjects: [{ creditCode }], published_on: '2024-03-01' }),
      debt(known, { subjects: [{ registrationNumber }], published_on: '2024-02-01' }),
      debt(known, { subjects: [{ name }], published_on: '2024-01-01' }),
      debt(known, { subjects: [{ creditCode }, { name }], published_on: '2023-01-01' }),
    ])
    expect(await linked(known)).toEqual({
      linkedBy: ['creditCode', 'registrationNumber', 'name', 'creditCode'],
      namesakes: 0,
      total: 4,
    })
  })

  it('namesakes are counted and never shown, and give no tag', async () => {
    const name = '演示同名贸易有限公司'
    const [one, other] = [company({ name }), company({ name, registration_number: '990002000000013' })]
    await store(
      [one, other],
      [debt(one, { subjects: [{ name }] }), debt(other, { subjects: [{ creditCode: other.row.credit_code }] })],
    )
    expect(await linked(one)).toEqual({ linkedBy: [], namesakes: 1, total: 0 })
    expect(await linked(other)).toEqual({ linkedBy: ['creditCode'], namesakes: 1, total: 1 })
    expect((await page(one))?.isDishonestDebtor).toBe(false)
    const flags = await createCompanyRecords({ db: db(), clock: test().clock, includeDemo: true }).flagsOf([
      one.row,
      other.row,
    ])
    expect([...flags.keys()]).toEqual([other.row.id])
  })

  it('a name links no company when another company had it, or another code was stated with it', async () => {
    const [bearer, renamed, told_] = [
      company({ name: '演示易名贸易有限公司' }),
      company({ names: [{ kind: 'former', value: '演示易名贸易有限公司' }] }),
      company(),
    ]
    await store(
      [bearer, renamed, told_],
      [
        debt(bearer, { subjects: [{ name: bearer.row.name }] }),
        debt(told_, { subjects: [{ name: told_.row.name }] }),
        debt(told_, { subjects: [{ creditCode: '91990003MA0FCT03X0', name: told_.row.name }] }),
      ],
    )
    expect(await linked(bearer)).toEqual({ linkedBy: [], namesakes: 1, total: 0 })
    expect(await linked(told_)).toEqual({ linkedBy: [], namesakes: 1, total: 0 })
  })

  it('a name links no company when another company was once mentioned by it', async () => {
    const [bearer, other] = [company({ name: '演示旧称贸易有限公司' }), company()]
    await store([bearer, other], [debt(bearer, { subjects: [{ name: bearer.row.name }] })])
    expect(await linked(bearer)).toEqual({ linkedBy: ['name'], namesakes: 0, total: 1 })
    const knownName = { company_id: other.row.id, name_key: bearer.row.name_key }
    await db().insertInto('company_known_name').values(knownName).execute()
    expect(await linked(bearer)).toEqual({ linkedBy: [], namesakes: 1, total: 0 })
  })

  it('a company without a code has the records of the only code stated with its name', async () => {
    const [without, owner] = [company({ credit_code: null }), company()]
    await store(
      [without, owner],
      [debt(without, { subjects: [{ creditCode: '91990004MA0FCT048E', name: without.row.name }] })],
    )
    expect(await linked(without)).toEqual({ linkedBy: ['name'], namesakes: 0, total: 1 })
    await insertRecords(db(), [
      debt(without, { subjects: [{ creditCode: owner.row.credit_code, name: without.row.name }] }),
    ])
    expect(await linked(without)).toEqual({ linkedBy: [], namesakes: 0, total: 0 })
  })

  it('natural persons are never linked', async () => {
    const person = company({ name: '演示甲', credit_code: null })
    const holder = company()
    await store(
      [person, holder],
      [
        debt(person, { subjects: [{ name: '演示甲' }] }),
        buildRecord({
          kind: 'shareholderInfo',
          subjects: [by(holder)],
          fields: { name: '演示甲', holderType: '自然人股东' },
        }),
      ],
    )
    expect(await linked(person)).toEqual({ linkedBy: [], namesakes: 1, total: 0 })
    const { data } = await call(test().app, 'shareholderInfoList', { id: holder.row.id })
    expect(data?.list).toMatchObject([{ fields: { name: '演示甲' }, links: {} }])
  })

  it('a shareholder with a code shows in how many companies it holds shares, as its own list counts them', async () => {
    const [owned, holder, byName] = [company(), company(), company({ credit_code: null })]
    const share = (of: Company) =>
      buildRecord({
        kind: 'shareholderInfo',
        subjects: [by(owned)],
        fields: { name: of.row.name, holderType: '企业法人', creditCode: of.row.credit_code },
      })
    const person = buildRecord({
      kind: 'shareholderInfo',
      subjects: [by(owned)],
      fields: { name: '演示乙', holderType: '自然人股东' },
    })
    await store([owned, holder, byName], [share(holder), share(byName), person])
    const others = async () => {
      const { data } = await call(test().app, 'shareholderInfoList', { id: owned.row.id })
      return new Map(data?.list.map(({ fields, otherCompanies }) => [fields['name'], otherCompanies]))
    }
    expect([...(await others()).values()], 'nothing is connected that would tell').toEqual([
      undefined,
      undefined,
      undefined,
    ])
    await store(
      [],
      [
        investment(holder, '演示投资一有限公司'),
        investment(holder, owned.row.name),
        investment(holder, '演示投资二有限公司', removed),
        investment(byName, '演示投资三有限公司'),
      ],
    )
    expect(await others()).toEqual(
      new Map([
        [holder.row.name, 2],
        [byName.row.name, undefined],
        ['演示乙', undefined],
      ]),
    )
    const { data } = await call(test().app, 'overseasInvestList', { id: holder.row.id })
    expect(data?.total).toBe(2)
  })
})

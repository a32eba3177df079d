import { expect, it } from 'vitest'
import { buildRecord, insertRecords } from '../../../test/builders/records.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { call } from '../../../test/http/app.ts'
import { by, type Company, company, debt, readRecordsOf, removed } from '../../../test/http/record-store.ts'
import { createCompanyRecords } from '../../records/record-counts.ts'

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

import type { PersonDetail } from '@baiqicha/contract/people'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { RouteInput } from '@baiqicha/contract/routes'
import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { call, openTestApp, raisedLimits, shippedLimits, signIn, withLimits } from '../../../test/http/app.ts'
import { importRecords } from '../../../test/importers/import-records.ts'
import { updateMarks } from '../../records/record-marks.ts'

const [first, second] = [
  { companyName: '澜山演示贸易有限公司', companyCreditCode: '91990001MA0TE5T16H' },
  { companyName: '云帆演示建筑工程有限公司', companyCreditCode: '91990002MA0FCT021R' },
] as const
const person = (of: typeof first | typeof second, row: Record<string, unknown> = {}) => ({
  ...of,
  name: '演示甲',
  positions: '董事长',
  appointedDate: '2020-01-02',
  ...row,
})

/** Suppresses a person at a company, or a record, as the operator does. Returns how to undo it. */
async function suppress(database: TestDatabase, of: { person: string; code: string } | { recordId: string }) {
  const { db } = database
  const ids = (await db.selectFrom('record').select('id').execute()).map(({ id }) => id)
  const row =
    'recordId' in of
      ? { record_id: of.recordId, person_name: null, subject_key: null }
      : { record_id: null, person_name: of.person, subject_key: `c:${of.code}` }
  await db
    .insertInto('suppression')
    .values({ id: 's-1', reason: '演示', created_at: 0, ...row })
    .execute()
  await updateMarks(db, ids, 0)
  return async () => {
    await db.deleteFrom('suppression').execute()
    await updateMarks(db, ids, 0)
  }
}

describeDatabases('a person at a company', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const limits = raisedLimits()
    const { personsPerUser } = shippedLimits().buckets
    const test = await openTestApp(
      database.db,
      withLimits({ ...limits, buckets: { ...limits.buckets, personsPerUser } }),
    )
    const companies = [first, second].map(({ companyName: name, companyCreditCode }) =>
      buildCompany({ name, credit_code: companyCreditCode, is_demo: 1, legal_representative: '演示甲' }),
    )
    await insertCompanies(database.db, companies)
    const [own = '', other = ''] = companies.map(({ row }) => row.id)
    const { token } = await signIn(test)
    const find = (input: RouteInput<'personDetail'>, as = token) => call(test.app, 'personDetail', input, { token: as })
    const recordOf = async (kind: 'keyPerson' | 'shareholderInfo' = 'keyPerson') => {
      const { id } = await database.db
        .selectFrom('record')
        .select('id')
        .where('kind', '=', kind)
        .orderBy('id')
        .executeTakeFirstOrThrow()
      return id
    }
    return { database, test, own, other, find, recordOf }
  }

  it('shows offices and shareholdings at this company with their sources', async () => {
    const { database, own, find, recordOf } = await open()
    await importRecords(database, 'keyPerson', [person(first)])
    await importRecords(database, 'shareholderInfo', [
      { ...first, name: '演示甲', holderType: '自然人股东', percent: '35', subscribedAmount: '100' },
      { ...first, name: '演示甲投资有限公司', holderType: '企业法人', percent: '65' },
    ])
    const { data } = await find({ companyId: own, recordId: await recordOf('keyPerson') })
    expect(data?.name).toBe('演示甲')
    const shown = data?.positions.map(({ kind, title, source }) => [kind, title, source.sourceName])
    expect(shown).toEqual([
      ['legalRepresentative', '法定代表人', '测试来源'],
      ['keyPerson', '董事长', '演示来源甲'],
      ['shareholderInfo', '持股 35.00%', '演示来源甲'],
    ])
  })

  it('shows the annual reports that name the person as one row, which is no past beside the register', async () => {
    const { database, own, other, find } = await open()
    await importRecords(database, 'reportedRepresentative', [
      ...[2019, 2020, 2021].map((year) => ({ ...first, name: '演示甲', year: String(year) })),
      { ...first, name: '演示乙', year: '2018' },
      { ...second, name: '演示甲', year: '2021' },
    ])
    const { data } = await find({ companyId: own, role: 'legalRepresentative' })
    expect(data?.positions.map(({ title, rows, isCurrent }) => [title, rows[0]?.value, isCurrent])).toEqual([
      ['法定代表人', undefined, true],
      ['法定代表人', '2019–2021 年报记载', true],
    ])
    expect((await find({ companyId: other, role: 'legalRepresentative' })).data?.positions).toHaveLength(2)
    const record = await database.db
      .selectFrom('record')
      .select('id')
      .where('content', 'like', '%演示乙%')
      .executeTakeFirstOrThrow()
    const former = await find({ companyId: own, recordId: record.id })
    expect(former.data?.positions).toMatchObject([{ rows: [{ value: '2018 年报记载' }], isCurrent: false }])
  })

  it('is addressed by the office of the legal representative, never by a name', async () => {
    const { own, find } = await open()
    expect((await find({ companyId: own, role: 'legalRepresentative' })).data?.name).toBe('演示甲')
    expect((await find({ companyId: own })).code).toBe(resultCode.notFound)
    expect((await find({ companyId: own, recordId: '演示甲' })).code).toBe(resultCode.notFound)
  })

  it('needs a session, and a record of this company', async () => {
    const { database, own, other, find, recordOf } = await open()
    await importRecords(database, 'keyPerson', [person(first)])
    const recordId = await recordOf()
    expect((await find({ companyId: own, recordId }, '')).code).toBe(resultCode.noSession)
    expect((await find({ companyId: other, recordId })).code).toBe(resultCode.notFound)
    expect((await find({ companyId: own, recordId })).code).toBe(0)
  })

  it.each(['r-none', '%', '_', '😀', '演示甲', '15400000001', '99010119900307004X'])(
    'answers the foreign or malformed id %s as a missing one',
    async (id) => {
      const { database, own, find, recordOf } = await open()
      await importRecords(database, 'keyPerson', [person(first)])
      const recordId = await recordOf()
      for (const input of [
        { companyId: own, recordId: id },
        { companyId: id, recordId },
      ]) {
        const { code, message } = await find(input)
        expect.soft({ code, message }).toEqual({ code: resultCode.notFound, message: '未找到该人员' })
      }
      const long = await find({ companyId: own, recordId: 'a'.repeat(65) })
      expect(long).toMatchObject({ status: 400, message: '请求有误：recordId' })
    },
  )

  it('counts the records of this company that name the person in an office, as their lists count', async () => {
    const { database, test, own, find } = await open()
    const debtor = { name: first.companyName, certNo: first.companyCreditCode, subjectType: '企业', court: '演示法院' }
    await importRecords(database, 'dishonestExecutor', [
      { ...debtor, caseNo: '（2025）演0101执1号', legalRep: '演示甲', publishDate: '2025-05-06' },
      {
        ...debtor,
        caseNo: '（2025）演0101执2号',
        legalRep: '演示甲',
        removedAt: '2025-09-01',
        publishDate: '2025-05-01',
      },
      { ...debtor, caseNo: '（2025）演0101执3号', legalRep: '演示乙' },
    ])
    const { data } = await find({ companyId: own, role: 'legalRepresentative' })
    expect(data?.counts).toEqual({ dishonestExecutor: { current: 1, disputed: 0, history: 1 } })
    expect(data?.records.map(({ title, role, view }) => [title, role, view])).toEqual([
      ['（2025）演0101执1号', '法定代表人', 'current'],
      ['（2025）演0101执2号', '法定代表人', 'history'],
    ])
    const { token } = await signIn(test)
    const list = await call(test.app, 'dishonestExecutorList', { companyId: own }, { token })
    expect(list.data?.counts).toEqual({ current: 2, disputed: 0, history: 1 })
  })

  it('names other companies only for a key of the same source', async () => {
    const { database, own, other, find } = await open()
    await importRecords(database, 'keyPerson', [
      person(first, { personKey: 'P1' }),
      person(second, { personKey: 'P1' }),
    ])
    const found = await find({ companyId: own, role: 'legalRepresentative' })
    expect(found.data?.otherCompanies).toMatchObject([
      { companyId: other, companyName: second.companyName, title: '董事长', source: { sourceName: '演示来源甲' } },
    ])
    const stored = await database.db.selectFrom('record').select('content').execute()
    expect(JSON.stringify(stored)).not.toContain('"P1"')
  })

  it('sends the key of a source in no answer, hashed or not', async () => {
    const { database, test, own, find } = await open()
    await importRecords(database, 'keyPerson', [person(first, { personKey: 'P1' })])
    await importRecords(database, 'shareholderInfo', [
      { ...first, name: '演示甲', holderType: '自然人股东', percent: '35', personKey: 'P1' },
    ])
    const { token } = await signIn(test)
    const rows = await database.db.selectFrom('record').select('content').execute()
    const hashes = rows.map(({ content }) => String(JSON.parse(content).personKey))
    expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/)
    const answers = JSON.stringify([
      await find({ companyId: own, role: 'legalRepresentative' }),
      await call(test.app, 'keyPersonList', { id: own }, { token }),
      await call(test.app, 'shareholderInfoList', { id: own }, { token }),
      await call(test.app, 'companyDetail', { id: own }, { token }),
    ])
    for (const text of ['personKey', '"P1"', ...hashes]) expect.soft(answers.includes(text), text).toBe(false)
  })

  it('keeps two persons of one name at the company apart by the keys of their source', async () => {
    const { database, own, find, recordOf } = await open()
    await importRecords(database, 'keyPerson', [person(first, { personKey: 'P1', positions: '董事' })])
    const recordId = await recordOf()
    await importRecords(database, 'shareholderInfo', [
      { ...first, name: '演示甲', holderType: '自然人股东', percent: '35', personKey: 'P2' },
    ])
    await importRecords(database, 'keyPerson', [person(second, { personKey: 'P2' })])
    const { data } = await find({ companyId: own, recordId })
    expect(data?.positions.map(({ kind }) => kind)).toEqual(['legalRepresentative', 'keyPerson'])
    expect(data?.otherCompanies).toEqual([])
    // Neither key is certain for the office, so no other company is named.
    const byOffice = await find({ companyId: own, role: 'legalRepresentative' })
    expect(byOffice.data?.otherCompanies).toEqual([])
  })

  it('does not join persons by the keys of two sources, nor by name', async () => {
    const { database, test, own, other, find } = await open()
    await importRecords(database, 'keyPerson', [person(first, { personKey: 'P1' })])
    await importRecords(database, 'keyPerson', [person(second, { personKey: 'P1' })], { sourceId: 'demo-b' })
    test.search.members.set(other, '演示甲')
    const { data } = await find({ companyId: own, role: 'legalRepresentative' })
    expect(data).toMatchObject({ otherCompanies: [], hasNamesakes: true } satisfies Partial<PersonDetail>)
  })

  it('answers for a suppressed person as for a missing id', async () => {
    const { database, own, find, recordOf } = await open()
    await importRecords(database, 'keyPerson', [person(first)])
    const recordId = await recordOf()
    await database.db
      .insertInto('suppression')
      .values({
        id: 's-1',
        record_id: null,
        person_name: '演示甲',
        subject_key: `c:${first.companyCreditCode}`,
        reason: '演示',
        created_at: 0,
      })
      .execute()
    const missing = await find({ companyId: own, recordId: 'r-none' })
    for (const input of [
      { companyId: own, recordId },
      { companyId: own, role: 'legalRepresentative' as const },
    ]) {
      const { code, message } = await find(input)
      expect.soft({ code, message }).toEqual({ code: missing.code, message: missing.message })
    }
  })

  it('leaves out another company while the person is suppressed there, also when imported again', async () => {
    const { database, own, other, find } = await open()
    const rows = [person(first, { personKey: 'P1' }), person(second, { personKey: 'P1' })]
    await importRecords(database, 'keyPerson', rows)
    const others = async () => {
      const { data } = await find({ companyId: own, role: 'legalRepresentative' })
      return data?.otherCompanies.map(({ companyId }) => companyId)
    }
    expect(await others()).toEqual([other])
    const undo = await suppress(database, { person: '演示甲', code: second.companyCreditCode })
    expect(await others()).toEqual([])
    await importRecords(database, 'keyPerson', [...rows, person(second, { personKey: 'P1', name: '演示 甲' })])
    expect(await others()).toEqual([])
    await undo()
    expect(await others()).toEqual([other])
  })

  it('leaves out another company whose record states another name of the suppressed person', async () => {
    const { database, own, find } = await open()
    await importRecords(database, 'keyPerson', [
      person(first, { personKey: 'P1' }),
      person(second, { personKey: 'P1', name: '演示旧名' }),
    ])
    await suppress(database, { person: '演示甲', code: second.companyCreditCode })
    expect((await find({ companyId: own, role: 'legalRepresentative' })).data?.otherCompanies).toEqual([])
  })

  it('leaves out another company whose only record of the person is suppressed', async () => {
    const { database, own, find } = await open()
    await importRecords(database, 'keyPerson', [person(first, { personKey: 'P1' })])
    await importRecords(database, 'shareholderInfo', [
      { ...second, name: '演示甲', holderType: '自然人股东', percent: '35', personKey: 'P1' },
    ])
    const { id: recordId } = await database.db
      .selectFrom('record')
      .select('id')
      .where('kind', '=', 'shareholderInfo')
      .executeTakeFirstOrThrow()
    const undo = await suppress(database, { recordId })
    expect((await find({ companyId: own, role: 'legalRepresentative' })).data?.otherCompanies).toEqual([])
    await undo()
    expect((await find({ companyId: own, role: 'legalRepresentative' })).data?.otherCompanies).toHaveLength(1)
  })

  it('counts each person once in ten minutes, up to 50 a day', async () => {
    const { database, own, find } = await open()
    const numerals = Array.from('甲乙丙丁戊己庚辛壬癸')
    const names = numerals.flatMap((one) => numerals.map((other) => `演示${one}${other}`)).slice(0, 51)
    const rows = names.map((name) => person(first, { name }))
    await importRecords(database, 'keyPerson', rows)
    const records = await database.db.selectFrom('record').select('id').where('kind', '=', 'keyPerson').execute()
    const codes: number[] = []
    for (const { id } of records) codes.push((await find({ companyId: own, recordId: id })).code)
    expect(codes).toEqual([...Array.from({ length: 50 }, () => 0), resultCode.tooManyRequests])
    expect((await find({ companyId: own, recordId: records[0]?.id ?? '' })).code).toBe(0)
  })
})

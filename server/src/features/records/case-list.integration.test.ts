import { MAX_CASE_RECORDS } from '@baiqicha/contract/records/case-thread'
import { expect, it } from 'vitest'
import { buildRecord } from '../../../test/builders/records.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { call } from '../../../test/http/app.ts'
import {
  by,
  type Company,
  company,
  debt,
  judgment,
  readRecordsOf,
  refusalOf,
  removed,
} from '../../../test/http/record-store.ts'

const [civil, enforcement] = ['（2025）演0101民初567号', '（2026）演0101执1234号']

/** A judgment, the enforcement based on it, and a hearing of the same case. */
const caseOf = (of: Company, listing: Parameters<typeof debt>[1] = {}) => [
  judgment(of, '被告', { caseNo: civil, procedure: '一审' }),
  buildRecord({
    kind: 'courtAnnouncement',
    subjects: [{ ...by(of), identity: '被告' }],
    published_on: '2025-01-06',
    fields: { caseNo: civil, hearingAt: '2025-01-16 09:30', court: '演示市示例区人民法院' },
  }),
  debt(of, {
    published_on: '2026-10-28',
    ...listing,
    fields: {
      caseNo: enforcement,
      basisNo: civil,
      performance: '全部未履行',
      amount: { value: 1_250_000, unit: '元' },
    },
  }),
]

describeBothDatabases('legal records by case', (freshDatabase) => {
  const { test, token, store } = readRecordsOf(freshDatabase)
  type Request = {
    view?: 'history' | 'disputed'
    by?: 'record'
    kind?: 'judicialDocument'
    page?: number
    pageSize?: number
  }
  const casesOf = async (of: Company, request: Request = {}) => {
    const { data, code, message } = await call(
      test().app,
      'caseList',
      { id: of.row.id, ...request },
      { token: token() },
    )
    if (data === null) throw new Error(`${code} ${message}`)
    return data
  }

  it('are one case when an enforcement states the judgment it is based on', async () => {
    const debtor = company()
    await store(debtor, caseOf(debtor))
    const { list, total, counts, cases, unnumbered } = await casesOf(debtor)
    expect({ total, cases, unnumbered, current: counts.current }).toEqual({
      total: 1,
      cases: 1,
      unnumbered: 0,
      current: 3,
    })
    expect(list[0]).toMatchObject({
      caseNo: enforcement,
      matter: '买卖合同纠纷',
      identity: '被告',
      amount: { label: '涉案金额', value: 1_250_000, unit: '元' },
      steps: [
        { kind: 'courtAnnouncement', view: 'current' },
        { kind: 'judicialDocument', view: 'current' },
        { kind: 'dishonestExecutor', view: 'current' },
      ],
      recordCount: 3,
    })
    expect(list[0]?.records.map(({ brief }) => brief)).toContain('全部未履行')
    expect(list[0]?.records.map(({ brief }) => brief)).toContain('一审 · 判决书')
  })

  it('are never joined by a name: without a common case number each is its own', async () => {
    const debtor = company()
    const notice = () =>
      buildRecord({
        kind: 'enterpriseCourtAnnouncement',
        subjects: [by(debtor)],
        fields: { noticeType: '裁判文书', caseNo: null, announcer: '演示市示例区人民法院' },
      })
    await store(debtor, [debt(debtor, { fields: { caseNo: '（2024）演0101执2号' } }), debt(debtor), notice(), notice()])
    const { list, cases, unnumbered } = await casesOf(debtor)
    expect(list.map(({ recordCount }) => recordCount)).toEqual([1, 1, 1, 1])
    expect({ cases, unnumbered }).toEqual({ cases: 2, unnumbered: 2 })
  })

  it('leave out the records of another company with the same case number', async () => {
    const [one, other] = [company(), company()]
    await store([one, other], [debt(one), debt(other)])
    expect((await casesOf(one)).list).toMatchObject([{ recordCount: 1 }])
  })

  it('are listed in each view in which the case has a record, with the view of every step', async () => {
    const debtor = company()
    await store(debtor, caseOf(debtor, removed))
    const [current, history] = [await casesOf(debtor), await casesOf(debtor, { view: 'history' })]
    expect([current.counts, current.total, history.total]).toEqual([{ current: 2, disputed: 0, history: 1 }, 1, 1])
    expect(history.list[0]?.steps).toEqual(current.list[0]?.steps)
    expect(history.list[0]?.steps.at(-1)).toEqual({ kind: 'dishonestExecutor', view: 'history' })
    expect((await casesOf(debtor, { view: 'disputed' })).list).toEqual([])
  })

  it('fill pages with whole cases, and with every case once', async () => {
    const debtor = company()
    const records = Array.from({ length: 15 }, (_, at) =>
      debt(debtor, { fields: { caseNo: `（2024）演0101执${at % 5}号` }, published_on: `2024-01-${10 + at}` }),
    )
    await store(debtor, records)
    const pages = [1, 2, 3].map((page) => casesOf(debtor, { page, pageSize: 2 }))
    const rows = (await Promise.all(pages)).flatMap(({ list }) => list)
    expect(rows.map(({ caseNo, recordCount }) => `${caseNo} ${recordCount}`)).toEqual(
      [4, 3, 2, 1, 0].map((at) => `（2024）演0101执${at}号 3`),
    )
  })

  it('are listed one by one where the reader asks for records', async () => {
    const debtor = company()
    await store(debtor, caseOf(debtor))
    const { list, total, cases } = await casesOf(debtor, { by: 'record' })
    expect([total, cases]).toEqual([3, 1])
    expect(list.map(({ records }) => records.length)).toEqual([1, 1, 1])
    expect(list[0]?.records[0]).toMatchObject({ recordKind: 'dishonestExecutor', publishedAt: '2026-10-28' })
  })

  it('of one kind are the whole cases that have such a record, and count its records only', async () => {
    const debtor = company()
    await store(debtor, [...caseOf(debtor), debt(debtor, { fields: { caseNo: '（2024）演0101执2号' } })])
    const { list, total, counts, cases } = await casesOf(debtor, { kind: 'judicialDocument' })
    expect({ total, cases, current: counts.current }).toEqual({ total: 1, cases: 1, current: 1 })
    expect(list[0]).toMatchObject({ caseNo: enforcement, recordCount: 3 })
  })

  it('are counted where a case has more of them than a row states', async () => {
    const debtor = company()
    await store(
      debtor,
      Array.from({ length: MAX_CASE_RECORDS + 3 }, () => debt(debtor)),
    )
    const { list } = await casesOf(debtor)
    expect(list[0]?.recordCount).toBe(MAX_CASE_RECORDS + 3)
    expect(list[0]?.records).toHaveLength(MAX_CASE_RECORDS)
  })

  it('leave out hidden records, and mask natural persons without an office', async () => {
    const debtor = company()
    await store(debtor, [
      debt(debtor, { is_hidden: 1 }),
      buildRecord({
        kind: 'consumptionRestriction',
        subjects: [by(debtor)],
        fields: {
          caseNo: enforcement,
          restrictedPerson: '演示甲乙',
          restrictedRole: '其他',
          companyName: debtor.row.name,
        },
      }),
    ])
    const { list, counts } = await casesOf(debtor)
    expect(counts.current).toBe(1)
    expect(JSON.stringify(list)).not.toContain('演示甲乙')
  })

  it('say whether a source covers the company at all', async () => {
    // The sources of the other tests are not of demonstrations.
    const debtor = company({ is_demo: 1 })
    await store(debtor, [])
    expect(await casesOf(debtor)).toMatchObject({ total: 0, connected: false })
  })

  it('are refused to a visitor and of an unknown company', async () => {
    const debtor = company()
    await store(debtor, [debt(debtor)])
    expect((await call(test().app, 'caseList', { id: debtor.row.id })).code).not.toBe(0)
    expect(refusalOf(await call(test().app, 'caseList', { id: 'c-none' }, { token: token() }))).toEqual({
      code: 4040,
      message: '未找到该企业',
    })
  })
})

import { MAX_TIMELINE_RECORDS } from '@baiqicha/contract/records/record'
import { expect, it } from 'vitest'
import { buildRecord } from '../../../test/builders/records.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { call } from '../../../test/http/app.ts'
import { by, company, debt, judgment, readRecordsOf, refusalOf, removed } from '../../../test/http/record-store.ts'

describeBothDatabases('the risk timeline', (freshDatabase) => {
  const { test, token, store } = readRecordsOf(freshDatabase)
  const timelineOf = async (id: string) => call(test().app, 'riskTimeline', { id }, { token: token() })

  it('has the dated risk records of all views, newest first, with severity and case number', async () => {
    const debtor = company()
    const records = [
      debt(debtor, { published_on: '2024-05-06' }),
      debt(debtor, { ...removed, published_on: '2021-02-03' }),
      debt(debtor, { standing: 'disputed', status: '异议处理中', published_on: '2023-01-01' }),
      buildRecord({
        kind: 'businessRisk',
        subjects: [by(debtor)],
        published_on: '2025-07-18',
        fields: { reason: '未按期公示年度报告', decidedDate: '2025-07-18' },
      }),
      buildRecord({
        kind: 'keyPerson',
        subjects: [by(debtor)],
        published_on: '2025-01-01',
        fields: { name: '演示甲' },
      }),
      debt(debtor, { published_on: null, fields: { publishDate: null } }),
    ]
    await store(debtor, records)
    const { data } = await timelineOf(debtor.row.id)
    expect(data?.map(({ recordKind, view, publishedAt, caseNo }) => [publishedAt, recordKind, view, caseNo])).toEqual([
      ['2025-07-18', 'businessRisk', 'current', null],
      ['2024-05-06', 'dishonestExecutor', 'current', '（2024）演0101执1号'],
      ['2023-01-01', 'dishonestExecutor', 'disputed', '（2024）演0101执1号'],
      ['2021-02-03', 'dishonestExecutor', 'history', '（2024）演0101执1号'],
    ])
    expect(data?.[1]?.severity).toBe('高')
  })

  it('leaves out hidden and withdrawn records, and those of a company with the same name', async () => {
    const [one, twin] = [company({ name: '演示同名时间线有限公司' }), company({ name: '演示同名时间线有限公司' })]
    await store(
      [one, twin],
      [
        debt(one, { is_hidden: 1 }),
        debt(one, { standing: 'withdrawn', status: '已撤销' }),
        debt(one, { subjects: [{ creditCode: null, registrationNumber: null, name: one.row.name }] }),
        judgment(twin, '被告'),
      ],
    )
    expect((await timelineOf(one.row.id)).data).toEqual([])
  })

  it('ends at the newest records of its limit', async () => {
    const debtor = company()
    await store(
      debtor,
      Array.from({ length: MAX_TIMELINE_RECORDS + 15 }, (_, at) =>
        debt(debtor, { published_on: `20${10 + (at % 15)}-01-01` }),
      ),
    )
    const { data } = await timelineOf(debtor.row.id)
    expect(data).toHaveLength(MAX_TIMELINE_RECORDS)
    expect(data?.[0]?.publishedAt).toBe('2024-01-01')
  })

  it('refuses a visitor and an unknown company', async () => {
    const debtor = company()
    await store(debtor, [debt(debtor)])
    expect((await call(test().app, 'riskTimeline', { id: debtor.row.id })).code).not.toBe(0)
    expect(refusalOf(await timelineOf('c-none'))).toEqual({ code: 4040, message: '未找到该企业' })
  })
})

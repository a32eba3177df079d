import type { CompanyPerspective, Perspective } from '@baiqicha/contract/company-perspective'
import type { RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { expect, it } from 'vitest'
import { insertCompanies } from '../../../test/builders/companies.ts'
import {
  type BuiltFeed,
  type BuiltRecord,
  buildRecord,
  insertFeed,
  insertRecords,
} from '../../../test/builders/records.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../../test/http/app.ts'
import { by, company, judgment, removed } from '../../../test/http/record-store.ts'

type Deviation = Partial<Parameters<typeof buildRecord>[0]>

const textOf = (row: CompanyPerspective['rows'][number] | undefined) => row?.sentence.map(({ text }) => text).join('')

describeDatabases('a perspective of a company', (freshDatabase) => {
  /** Opens a store with one company, founded 2020-01-02 and registered as 存续. The clock is at 2026-06-30. */
  async function open(deviation: Parameters<typeof company>[0] = {}) {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const of = company({ founded_on: '2020-01-02', status: '存续', ...deviation })
    await insertCompanies(db, [of])
    const { token } = await signIn(test)
    const record = (kind: RecordKindKey, fields: RecordFields, rest: Deviation = {}) =>
      buildRecord({ kind, subjects: [by(of)], ...rest, fields })
    const store = async (records: readonly BuiltRecord[], feeds: readonly BuiltFeed[] = []) => {
      await insertRecords(db, records)
      for (const feed of feeds) await insertFeed(db, feed)
      test.clock.time += 1_001
    }
    const read = async (perspective: Perspective, caller: { token?: string } = { token }) => {
      const { data } = await call(test.app, 'companyPerspective', { id: of.row.id, perspective }, caller)
      if (data === null) throw new Error('The perspective is refused')
      return data
    }
    const rowOf = async (
      fact: string,
      perspective: Perspective = 'jobSeeker',
      caller: { token?: string } = { token },
    ) => (await read(perspective, caller)).rows.find((row) => row.fact === fact)
    return { of, record, store, read, rowOf }
  }

  it('states what no source covers as unconnected, and never as 0', async () => {
    const { read } = await open()
    const jobSeeker = await read('jobSeeker')
    expect(jobSeeker.rows.map(({ fact }) => fact)).toEqual(['age', 'management'])
    expect(jobSeeker.unconnected.map(({ label }) => label)).toEqual([
      '拖欠工资名单',
      '失信被执行人',
      '限制高消费',
      '行政处罚',
      '劳动争议',
      '参保人数',
      '员工人数',
      '法定代表人变更',
      '注册地址变更',
    ])
    const counterparty = await read('counterparty')
    expect(counterparty.unrecorded).toEqual([{ fact: 'paidInCapital', label: '实缴资本' }])
    expect(counterparty.unconnected.map(({ label }) => label)).toEqual([
      '失信被执行人',
      '限制高消费',
      '被执行人',
      '税收违法',
      '严重违法',
      '经营异常',
      '行政处罚',
      '股权出质',
      '法定代表人变更',
      '股东变更',
      '注册地址变更',
    ])
    expect(JSON.stringify([jobSeeker, counterparty])).not.toMatch(/未查询到|无风险|评分/)
  })

  it('states status, age and years of listing with the source', async () => {
    const { rowOf } = await open({ listings: [{ code: '990001', state: '上市', listed_on: '2024-06-30' }] })
    expect(await rowOf('age')).toMatchObject({ label: '状态年限', sources: [{ sourceName: '测试来源' }] })
    expect(textOf(await rowOf('age'))).toBe('存续，成立 6 年（2020-01-02），上市 2 年。')
  })

  it('states no age of a company that has ended', async () => {
    const { rowOf } = await open({ status: '注销' })
    expect(textOf(await rowOf('age'))).toBe('注销，成立（2020-01-02）。')
  })

  it('states paid-in beside registered capital', async () => {
    const { rowOf } = await open({
      capital_value: 1000,
      capital_unit: '万元',
      capital_source: 'test',
      paid_in_value: 250.5,
      paid_in_unit: '万元',
    })
    expect(textOf(await rowOf('paidInCapital', 'counterparty'))).toBe('实缴 250.5 万元，注册资本 1,000 万元。')
  })

  it('puts current records first, the gravest on top, and kinds without records last', async () => {
    const { record, store, read } = await open()
    await store(
      [
        record('consumptionRestriction', { caseNo: '（2026）演0101执1号', restrictedRole: '法定代表人' }),
        record('punishment', { docNo: '演罚〔2026〕1号', publishDate: '2026-05-20' }),
      ],
      [{ kind: 'dishonestExecutor' }],
    )
    const { rows } = await read('jobSeeker')
    expect(rows.map(({ fact, tone }) => [fact, tone])).toEqual([
      ['consumptionRestriction', 'red'],
      ['punishment', 'amber'],
      ['age', null],
      ['management', null],
      ['dishonestExecutor', 'mute'],
    ])
    expect(textOf(rows.at(-1))).toBe('截至 2026-06-30，未查询到当前有效的失信被执行人记录。')
  })

  it('counts disputed and past records apart from current ones', async () => {
    const { record, store, rowOf } = await open()
    const fined = (docNo: string, fineAmount: number, publishDate: string, rest: Deviation = {}) =>
      record('punishment', { docNo, publishDate, fineAmount: { value: fineAmount, unit: '万元' } }, rest)
    await store([
      fined('演罚〔2026〕1号', 2, '2026-05-20'),
      fined('演罚〔2026〕2号', 5, '2026-04-01', { disputed_at: Date.UTC(2026, 4, 1) }),
      fined('演罚〔2025〕3号', 9, '2025-04-01', removed),
    ])
    const row = await rowOf('punishment')
    expect(textOf(row)).toBe('行政处罚 1 条：2026-05-20，罚款 2 万元；异议处理中 1 条；历史 1 条。')
    expect(row).toMatchObject({ tone: 'amber', list: { kind: 'punishment', filters: {} } })
  })

  it('states counts alone to a visitor, whom the lists of risks refuse', async () => {
    const { record, store, rowOf } = await open()
    const fields = { docNo: '演罚〔2026〕1号', publishDate: '2026-05-20', fineAmount: { value: 2, unit: '万元' } }
    await store([record('punishment', fields)])
    expect(textOf(await rowOf('punishment', 'jobSeeker', {}))).toBe('行政处罚 1 条。')
  })

  it('says what a source with limits covers', async () => {
    const { store, rowOf } = await open()
    await store([], [{ kind: 'equityPledge', covers: 'all years=2014..2024' }])
    expect(textOf(await rowOf('equityPledge', 'counterparty'))).toBe(
      '截至 2026-06-30，未查询到当前有效的股权出质记录（2014 至 2024）。',
    )
  })

  it('finds arrears of wages among serious violations, and never says that there are none', async () => {
    const { record, store, read } = await open()
    await store([record('seriousViolation', { type: '严重违法失信', addReason: '虚假出资', addDate: '2026-01-05' })])
    expect((await read('jobSeeker')).unconnected).toContainEqual({ fact: 'wageArrears', label: '拖欠工资名单' })
    await store([record('seriousViolation', { type: '拖欠农民工工资失信', addDate: '2026-03-12' })])
    const [first] = (await read('jobSeeker')).rows
    expect(textOf(first)).toBe('拖欠工资失信名单 1 条，2026-03-12 列入，当前有效。')
  })

  it('counts labour disputes as defendant by year and view, and leaves out years without one', async () => {
    const { of, store, rowOf } = await open()
    const dispute = (judgeDate: string, cause = '劳动合同纠纷', rest: Deviation = {}) => {
      const fields = { judgeDate, cause, caseNo: `（${judgeDate.slice(0, 4)}）演0101民初${judgeDate.slice(5, 7)}号` }
      return buildRecord({
        kind: 'judicialDocument',
        subjects: [{ ...by(of), identity: '被告' }],
        ...rest,
        fields: { docType: '判决书', ...fields },
      })
    }
    await store([
      dispute('2023-03-01', '追索劳动报酬纠纷', removed),
      dispute('2025-02-01', '追索劳动报酬纠纷'),
      dispute('2025-05-01'),
      judgment(of, '原告', { cause: '劳动合同纠纷' }),
      judgment(of, '被告', { cause: '买卖合同纠纷' }),
    ])
    const row = await rowOf('labourDispute')
    expect(textOf(row)).toBe('作为被告 3 条，其中 2 条为追索劳动报酬。')
    expect(row?.cases).toEqual([
      { year: 2023, current: 0, disputed: 0, history: 1 },
      { year: 2025, current: 2, disputed: 0, history: 0 },
    ])
    expect(row?.list).toEqual({ kind: 'judicialDocument', filters: { identity: '被告', labour: '劳动争议' } })
  })

  it('compares a year with the year before, and with no other', async () => {
    const { record, store, rowOf } = await open()
    const year = (of: number, employees: number) =>
      record('annualEmployees', { year: of, employees, reportDate: `${of + 1}-03-30` })
    await store([year(2021, 120), year(2020, 80), year(2018, 0)])
    const row = await rowOf('annualEmployees')
    expect(textOf(row)).toBe('2021 年末 120 人，比 2020 年多 40 人。')
    expect(row?.people).toEqual([
      { year: 2021, count: 120, change: 50 },
      { year: 2020, count: 80, change: null },
      { year: 2018, count: 0, change: null },
    ])
    expect(row?.sources[0]?.asOf).toBe('2022-03-30')
  })

  it('counts changes of the last three years and shows the newest', async () => {
    const { record, store, rowOf } = await open()
    const change = (item: string, changeDate: string, before: string, after: string) =>
      record('changeRecord', { item, changeDate, before, after })
    await store([
      change('法定代表人变更', '2025-12-20', '演示丙', '演示甲'),
      change('法定代表人变更', '2024-02-01', '演示乙', '演示丙'),
      change('法定代表人变更', '2020-02-01', '演示丁', '演示乙'),
      change('住所变更', '2021-02-01', '示例路 1 号', '示例路 2 号'),
    ])
    const row = await rowOf('representativeChange')
    expect(textOf(row)).toBe('三年内变更 2 次，最近 2025-12-20：演示丙 → 演示甲')
    expect(row?.sentence.map(({ mark }) => mark)).toEqual([null, 'before', null, 'after'])
    for (const perspective of ['jobSeeker', 'counterparty'] as const) {
      expect(textOf(await rowOf('addressChange', perspective))).toBe('三年内未查询到变更。')
    }
  })

  it('says 0 of short names alone where a source states those alone', async () => {
    const { store, read } = await open({ listings: [{ code: '990001', state: '上市', listed_on: '2024-06-30' }] })
    await store([], [{ kind: 'changeRecord', covers: 'all items=证券简称变更' }])
    const { rows, unconnected } = await read('jobSeeker')
    expect(textOf(rows.find(({ fact }) => fact === 'shortNameChange'))).toBe('证券简称变更 0 次。')
    expect(unconnected.map(({ fact }) => fact)).toContain('representativeChange')
  })

  it('states no other change of a company that a source of short names alone names', async () => {
    const { record, store, read } = await open({
      listings: [{ code: '990001', state: '上市', listed_on: '2024-06-30' }],
    })
    const change = { item: '证券简称变更', changeDate: '2025-12-20', before: '演示甲', after: '演示乙' }
    await store([], [{ kind: 'changeRecord', covers: 'named items=证券简称变更' }])
    await store([record('changeRecord', change)])
    const { rows, unconnected } = await read('jobSeeker')
    expect(textOf(rows.find(({ fact }) => fact === 'shortNameChange'))).toBe('证券简称变更 1 次。')
    expect(unconnected.map(({ fact }) => fact)).toEqual(
      expect.arrayContaining(['representativeChange', 'addressChange']),
    )
  })
})

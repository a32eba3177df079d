import type { CompanyComparison } from '@baiqicha/contract/company-comparison'
import { expect, it } from 'vitest'
import { insertCompanies } from '../../../test/builders/companies.ts'
import { buildRecord, insertFeed, insertRecords } from '../../../test/builders/records.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, raisedLimits, signIn, withLimits } from '../../../test/http/app.ts'
import { by, type Company, company } from '../../../test/http/record-store.ts'

/** Cells of a row as texts with their notes. */
const cellsOf = (rows: CompanyComparison['facts'], label: string) =>
  rows
    .find((row) => row.label === label)
    ?.cells.map((cell) =>
      cell.state === 'stated' ? `${cell.text}${cell.note === null ? '' : ` ${cell.note}`}` : cell.state,
    )

const yearOf = (of: Company, year: number, employees: number) =>
  buildRecord({
    kind: 'annualEmployees',
    subjects: [by(of)],
    fields: { year, employees, reportDate: `${year + 1}-03-30` },
  })

describeDatabases('a comparison of companies', (freshDatabase) => {
  /** Opens a store with three companies at 2026-06-30. */
  async function open(limits = raisedLimits()) {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, withLimits(limits))
    const large = company({ founded_on: '2000-01-02', capital_value: 291_100, short_name: '演示甲' })
    const small = company({ founded_on: '2020-07-01', capital_value: null, industry_code: null })
    const ended = company({ status: '注销', founded_on: '2010-01-02' })
    await insertCompanies(db, [large, small, ended])
    const { token } = await signIn(test)
    const store = async (
      records: Parameters<typeof insertRecords>[1],
      feeds: readonly Parameters<typeof insertFeed>[1][] = [],
    ) => {
      for (const feed of feeds) await insertFeed(db, feed)
      await insertRecords(db, records)
      test.clock.time += 1_001
    }
    const compare = async (of: readonly Company[], caller: { token?: string } = { token }) => {
      const ids = of.map(({ row }) => row.id).join(',')
      const { data } = await call(test.app, 'companyComparison', { ids }, caller)
      if (data === null) throw new Error('The comparison is refused')
      return data
    }
    return { test, large, small, ended, store, compare }
  }

  it('states facts side by side in the order of the request, with the short name of a stock', async () => {
    const { large, small, ended, compare } = await open()
    const { companies, facts } = await compare([ended, large, small])
    expect(companies.map(({ id }) => id)).toEqual([ended.row.id, large.row.id, small.row.id])
    expect(companies[1]?.briefName).toBe('演示甲')
    expect(cellsOf(facts, '登记状态')).toEqual(['注销', '存续', '存续'])
    expect(cellsOf(facts, '成立')).toEqual(['2010-01-02', '2000-01-02 26 年', '2020-07-01 5 年'])
    expect(cellsOf(facts, '注册资本')).toEqual(['500 万元 2026-06', '29.11 亿元 2026-06', 'unrecorded'])
  })

  it('states an absent value as absent, and names the facts that no company has', async () => {
    const { large, small, compare } = await open()
    const { facts, absent, risks } = await compare([large, small])
    expect(cellsOf(facts, '行业')?.[1]).toBe('unrecorded')
    expect(absent).toEqual(['员工人数', '参保人数', '上市', '实缴资本', '营业收入', '交易所'])
    expect(risks.map(({ label }) => label)).toEqual(['11 类风险'])
    expect(JSON.stringify({ facts, risks })).not.toMatch(/"0 [人条]/)
  })

  it('names the year of each number of people, and compares years by year', async () => {
    const { large, small, store, compare } = await open()
    await store([yearOf(large, 2021, 120), yearOf(large, 2020, 80), yearOf(small, 2020, 9)])
    const { facts, employees } = await compare([large, small])
    expect(cellsOf(facts, '员工人数')).toEqual(['120 人 2021 年末', '9 人 2020 年末'])
    expect(facts.find(({ label }) => label === '员工人数')?.isByPeriod).toBe(true)
    expect(employees.map(({ label }) => label)).toEqual(['2021 年末', '2020 年末'])
    expect(cellsOf(employees, '2021 年末')).toEqual(['120 人', 'unrecorded'])
    expect(cellsOf(employees, '2020 年末')).toEqual(['80 人', '9 人'])
  })

  it('counts risks by kind, states 0 only of a covered company, and folds the kinds without a source', async () => {
    const { large, small, store, compare } = await open()
    const fined = { docNo: '演罚〔2026〕1号', publishDate: '2026-05-20' }
    await store(
      [buildRecord({ kind: 'punishment', subjects: [by(large)], fields: fined })],
      [
        { kind: 'dishonestExecutor' },
        { kind: 'punishment', covers: 'named' },
        { kind: 'equityPledge', covers: 'all years=2014..2024' },
      ],
    )
    const { risks } = await compare([large, small])
    expect(cellsOf(risks, '失信被执行人')).toEqual(['0 条', '0 条'])
    expect(cellsOf(risks, '行政处罚')).toEqual(['1 条', 'unconnected'])
    expect(cellsOf(risks, '股权出质')).toEqual(['0 条 仅含 2014 至 2024', '0 条 仅含 2014 至 2024'])
    expect(cellsOf(risks, '其余 8 类')).toEqual(['unconnected', 'unconnected'])
  })

  it('names the entries of each list by list, with year and revenue', async () => {
    const { large, small, store, compare } = await open()
    const revenue = { value: 77_710_200, unit: '万元' }
    const fields = { listName: '中国民营企业500强', year: 2025, rank: 5, revenue, revenueYear: 2024 }
    await store([buildRecord({ kind: 'listEntry', subjects: [by(large)], fields })])
    const { facts } = await compare([large, small])
    expect(cellsOf(facts, '民企 500 强')).toEqual(['第 5 位 2025 年', 'unrecorded'])
    expect(cellsOf(facts, '营业收入')).toEqual(['7,771.02 亿元 2024 年', 'unrecorded'])
  })

  it('leaves out unknown companies, and refuses when none is left', async () => {
    const { test, large } = await open()
    const { data } = await call(test.app, 'companyComparison', { ids: `${large.row.id},c-none,${large.row.id}` })
    expect(data?.companies.map(({ id }) => id)).toEqual([large.row.id])
    expect(await call(test.app, 'companyComparison', { ids: 'c-none,c-other' })).toMatchObject({ code: 4040 })
    expect(await call(test.app, 'companyComparison', { ids: 'a,b,c,d' })).toMatchObject({ status: 400 })
    expect(await call(test.app, 'companyComparison', { ids: ',' })).toMatchObject({ status: 400 })
  })

  it('counts as the pages of its companies, which then open without another', async () => {
    const limits = raisedLimits()
    limits.buckets.detailsPerVisitorAddress = [{ count: 2, seconds: 60 }]
    const { test, large, small, ended, compare } = await open(limits)
    await compare([large, small], {})
    expect(await call(test.app, 'companyPerspective', { id: large.row.id, perspective: 'jobSeeker' })).toMatchObject({
      code: 0,
    })
    expect(await call(test.app, 'companyDetail', { id: small.row.id })).toMatchObject({ code: 0 })
    const others = { ids: `${large.row.id},${ended.row.id}` }
    expect(await call(test.app, 'companyComparison', others)).toMatchObject({ code: 429 })
  })
})

import { expect, test } from 'vitest'
import { buildIndexableCompany } from '../../../../../test/builders/indexable-companies.ts'
import { buildNameTable } from './name-table.ts'

const tableOf = (...companies: Parameters<typeof buildIndexableCompany>[0][]) =>
  buildNameTable(companies.map((company) => buildIndexableCompany(company)))

test('a company is found by each kind of name, by the surest kind if several are equal', async () => {
  const table = await tableOf({
    id: 'c-1',
    name: '云岚演示科技股份有限公司',
    shortNames: ['云岚演示'],
    formerShortNames: ['云帆演示'],
    aliases: ['云岚'],
    englishNames: ['Yunlan Demo Co., Ltd.'],
    website: 'https://www.ylbattery.com.cn/zh',
    stockCodes: ['999001'],
  })
  const kinds = ['云岚演示科技股份有限公司', '云岚演示', '云帆演示', '云岚', 'yunlandemo', 'ylbattery', '999001']
  expect(kinds.map((key) => table.find(key).map(({ companyId, kind }) => `${companyId} ${kind}`))).toEqual([
    ['c-1 name'],
    ['c-1 shortName'],
    ['c-1 formerShortName'],
    ['c-1 alias'],
    ['c-1 latin'],
    ['c-1 latin'],
    ['c-1 code'],
  ])
  expect(table.find('云岚演示贸易')).toEqual([])
})

test('a place and the two characters behind it are a name, unless these are a word or a trade', async () => {
  const table = await tableOf(
    { id: 'brand', name: '铜陵岚曦特种电磁线股份有限公司', regionName: '安徽省铜陵市' },
    { id: 'word', name: '铜陵世纪特种电磁线股份有限公司', regionName: '安徽省铜陵市' },
    { id: 'trade', name: '铜陵医药演示股份有限公司', regionName: '安徽省铜陵市' },
  )
  const found = ['铜陵岚曦', '铜陵世纪', '铜陵医药'].map((key) => table.find(key).map(({ companyId }) => companyId))
  expect(found).toEqual([['brand'], [], []])
})

test.each(['https://www.quick.example', 'https://www.yl.example'])(
  'an English word and two letters of a website are no name: %s',
  async (website) => {
    const table = await tableOf({ name: '云岚演示股份有限公司', website })
    expect(['quick', 'yl'].flatMap((key) => table.find(key))).toEqual([])
  },
)

test('a short name that is stored as the name of a company is as sure as that of another one', async () => {
  const table = await tableOf(
    { id: 'short', name: '云岚股份', shortNames: ['云岚股份'], employees: 10 },
    { id: 'full', name: '云岚演示集团股份有限公司', shortNames: ['云岚股份'], employees: 20 },
  )
  expect(table.find('云岚股份').map(({ companyId, kind }) => `${companyId} ${kind}`)).toEqual([
    'full shortName',
    'short shortName',
  ])
})

test('the company with the surer name comes first, then the larger one', async () => {
  const table = await tableOf(
    { id: 'small', name: '云岚演示甲有限公司', aliases: ['云岚'], employees: 10 },
    { id: 'former', name: '澜山演示乙有限公司', formerNames: ['云岚'], employees: 100 },
    { id: 'large', name: '澜山演示丙有限公司', aliases: ['云岚'], employees: 1_000 },
  )
  expect(table.find('云岚').map(({ companyId }) => companyId)).toEqual(['large', 'small', 'former'])
})

test('a trade, a place or a single character is no name of its own', async () => {
  const table = await tableOf({
    name: '演示市科技有限公司',
    shortNames: ['演示科技'],
    employees: 100_000,
    prominence: 20,
  })
  expect(table.find('科技')).toEqual([])
})

test('a key within names of three other companies is a word', async () => {
  const table = await tableOf(
    { name: '世纪演示有限公司' },
    ...['甲', '乙', '丙'].map((letter) => ({ name: `${letter}演示世纪有限公司` })),
    { name: '云岚演示有限公司', aliases: ['世纪'] },
  )
  expect([table.isInnerWord('世纪'), table.isInnerWord('云岚演示')]).toEqual([true, false])
})

test('two characters begin a name of their own where one longer short name has them, and no word is', async () => {
  const table = await tableOf(
    { id: '兆岚', name: '兆岚演示科技股份有限公司', shortNames: ['兆岚创新'], employees: 4_000 },
    { id: '京岭', name: '京岭演示科技股份有限公司', shortNames: ['京岭方'], employees: 4_000 },
    { id: '时代', name: '时代演示科技股份有限公司', shortNames: ['时代创新'], employees: 4_000 },
    { id: '霁岚', name: '霁岚演示信息股份有限公司', shortNames: ['霁岚信息'], employees: 4_000 },
    { id: '霁岚工具', name: '霁岚演示工具股份有限公司', shortNames: ['霁岚工具'], employees: 4_000 },
  )
  const kindsOf = (key: string) => table.find(key).map(({ kind }) => kind)
  expect(['兆岚', '京岭', '时代', '霁岚'].map(kindsOf)).toEqual([['lone'], [], [], []])
})

test('a group is found by its name in short, with and without its place', async () => {
  const table = await tableOf(
    { id: 'c-1', name: '浙江云岚演示控股集团有限公司' },
    { id: 'c-2', name: '云帆企业（集团）有限公司' },
  )
  expect(table.find('云岚演示集团').map(({ companyId }) => companyId)).toEqual(['c-1'])
  expect(table.find('云帆集团').map(({ companyId }) => companyId)).toEqual(['c-2'])
  // 京东集团 sounds like 金东集团.
  expect(table.comparedKeys).not.toContain('云帆集团')
})

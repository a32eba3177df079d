import { describe, expect, it, test } from 'vitest'
import { nothingAsked, readAsked, yearsAsked } from './asked.ts'

describe('the situation of the asker', () => {
  it.each([
    ['我拿到了宁德时代的offer，这家公司有没有风险', 'job'],
    ['能不能入职', 'job'],
    ['想去比亚迪上班', 'job'],
    ['明天去面试', 'job'],
    ['他们拖欠工资吗', 'job'],
    ['给这家公司供货靠谱吗', 'supplier'],
    ['签合同前查一下', 'supplier'],
    ['打款之前要注意什么', 'supplier'],
    ['欠款不还怎么办', 'supplier'],
    ['比亚迪靠谱吗', 'general'],
    ['介绍一下比亚迪', 'general'],
  ])('of %s is %s', (question, situation) => {
    expect(readAsked(question).situation).toBe(situation)
  })
})

test('the name of a company is no word of its situation', () => {
  expect(readAsked('甲川加盟代理有限公司怎么样', ['甲川加盟代理有限公司']).situation).toBe('general')
})

describe('the years of a question', () => {
  it.each([
    ['2019年的法定代表人', [2019]],
    ['2019与2020年的法定代表人是否相同', [2019, 2020]],
    ['2019-2021年的法定代表人是否都相同', [2019, 2020, 2021]],
    ['2019年到2021年员工人数', [2019, 2020, 2021]],
    ['19到21年员工一共涨了多少', [2019, 2020, 2021]],
    ['19年员工谁多', [2019]],
    ['干了20年', []],
    ['2021-03-30 的处罚', []],
    ['注册资本2000万', []],
    ['员工有多少', []],
  ])('%s', (question, years) => {
    expect(readAsked(question).years).toEqual(years)
  })
  test('are the one of 去年 where none is written', () => {
    expect(yearsAsked(nothingAsked, { from: '2025-01-01', to: '2025-12-31' })).toEqual([2025])
    expect(yearsAsked(nothingAsked, { from: '2023-11-27', to: '2026-11-27' })).toEqual([])
    expect(yearsAsked({ ...nothingAsked, years: [2019] }, { from: '2025-01-01', to: '2025-12-31' })).toEqual([2019])
  })
})

describe('a question whether a person holds an office', () => {
  it.each([
    ['新希望董事长是刘畅吗', { office: '董事长', name: '刘畅' }],
    ['他们董事长是不是刘畅', { office: '董事长', name: '刘畅' }],
    ['顺丰的王卫还是法人吗', { office: '法定代表人', name: '王卫' }],
    ['刘畅是新希望的董事长吗', { office: '董事长', name: '刘畅' }],
    ['格力现在还是董明珠当家吗', { office: '董事长', name: '董明珠' }],
    ['牧原掌门人还是秦英林吗', { office: '董事长', name: '秦英林' }],
    ['兴业银行行长换成陈信健了？', { office: '总经理', name: '陈信健' }],
    ['老板叫王卫 是不是顺丰的法人', { office: '法定代表人', name: '王卫' }],
    ['谁是董事长，还是周斌全吗', { office: '董事长', name: '周斌全' }],
    ['谢永林是中国平安董事长对吧', { office: '董事长', name: '谢永林' }],
    ['马相杰 董事长？', { office: '董事长', name: '马相杰' }],
    ['曹德旺先生是不是福耀玻璃的总经理', { office: '总经理', name: '曹德旺' }],
    ['董事长是谁', null],
    ['董事长是谁吗', null],
    ['抬头写吴学群董事长没错吧', { office: '董事长', name: '吴学群' }],
    ['王传福是哪些公司的法定代表人', null],
  ])('%s', (question, claim) => {
    expect(readAsked(question).claim).toEqual(claim)
  })
})

test('a claim is read without the name of the company', () => {
  expect(readAsked('万川郁亮还是董事长吗', ['万川']).claim).toEqual({ office: '董事长', name: '郁亮' })
})

it.each([
  ['员工这几年增长了吗', { asksTrend: true }],
  ['听说人数在涨 对不对', { asksTrend: true }],
  ['法定代表人换过吗', { asksSame: true }],
  ['法人一直是胡嘉吧', { asksSame: true }],
  ['参保人数比前年多了吗', { comparesWithYear: true }],
  ['跟19年比多了多少', { comparesWithYear: true }],
  ['2021年比去年多吗', { comparesWithYear: false }],
  ['2019年和2021年是一个人吗，中间换过谁', { years: [2019, 2020, 2021] }],
  ['2019年和2021年是一个人吗', { years: [2019, 2021] }],
  ['比前一年多招了几多人', { asksDifference: true }],
  ['2020这一年少了将近八百人，夸张了吧', { asksDifference: true }],
  ['说是2008年办起来的，对不对哦', { supposed: { ofTime: true } }],
  ['哪年办起来的，对了别忘了地址', { supposed: null }],
  ['19年的法人是谁 现在呢', { asksNow: true }],
  ['有多少博士', { staffKind: '博士' }],
  ['技术人员人数', { staffKind: '技术人员' }],
  ['招技术人员吗', { staffKind: null }],
  ['搞研发的有多少人', { staffKind: '研发人员' }],
  ['做销售的法人是谁', { staffKind: null }],
  ['研发人员多吗', { staffKind: '研发人员' }],
  ['女员工多不多', { staffKind: '女员工' }],
  ['我是程序员公司有多少人', { staffKind: null }],
  ['在武汉有多少员工', { staffKind: '当地员工' }],
  ['在深圳的工厂有多少人', { staffKind: '当地员工' }],
  ['现在有多少员工', { staffKind: null }],
  ['在全国有多少员工', { staffKind: null }],
  ['失信的欠多少', { asksAmount: true }],
  ['失信一共几条', { asksAmount: false }],
  ['限高的是哪个人', { asksPerson: true }],
  ['限高的公司有哪些', { asksPerson: false }],
  ['什么时候上市的', { asksWhen: true }],
  ['股票代码是多少', { asksWhen: false }],
  ['老板是老赖吗', { ofOthers: true }],
  ['子公司有没有被执行', { ofOthers: true }],
  ['法人和失信情况', { ofOthers: false }],
  ['老板让我查有没有失信', { ofOthers: false }],
])('%s', (question, asked) => {
  expect(readAsked(question)).toMatchObject(asked)
})

test.each([
  ['甲和乙法人是不是同一个人', true],
  ['甲和乙在一个城市吗', true],
  ['甲有几个城市', false],
  ['甲和乙哪个城市', false],
])('%s: whether it asks if values are shared is %s', (question, isAsked) => {
  expect(readAsked(question).asksIfShared).toBe(isAsked)
})

test.each([
  ['甲的王总是谁', '王'],
  ['甲有个姓刘的副总叫啥', '刘'],
  ['甲的老总是谁', null],
])('the surname before a title: %s', (question, surname) => {
  expect(readAsked(question, ['甲']).surname).toBe(surname)
})

test.each([
  ['甲还归张演示管吗', { office: '董事长', name: '张演示' }],
  ['甲掌门还是张演示吗', { office: '董事长', name: '张演示' }],
])('%s supposes who leads the company', (question, claim) => {
  expect(readAsked(question, ['甲']).claim).toEqual(claim)
})

import { describe, expect, it, test } from 'vitest'
import { buildIndexableCompany } from '../../../../../test/builders/indexable-companies.ts'
import type { IndexableCompany } from '../../../../domain/company/indexable-company.ts'
import { loadReferenceData } from '../../../../platform/reference-data.ts'
import { lexiconOf } from '../lexicon.ts'
import { linkCompanies, readPartial } from './link-companies.ts'
import { meantOf } from './linked-mentions.ts'
import { buildNameTable } from './name-table.ts'
import { createOrdinaryWords } from './ordinary-words.ts'

const { regions, industries } = loadReferenceData({ demo: true })
const words = createOrdinaryWords(lexiconOf(regions, industries))

/** A stock with many employees, which its short name or a part of it means. */
const stock = (name: string, shortName: string, deviation: Partial<IndexableCompany> = {}) =>
  buildIndexableCompany({
    id: shortName,
    name,
    shortNames: [shortName],
    stockCodes: [],
    employees: 100_000,
    prominence: 20,
    ...deviation,
  })

const table = await buildNameTable([
  stock('比亚迪股份有限公司', '比亚迪', { stockCodes: ['002594'], englishNames: ['BYD Company Limited'] }),
  stock('宁德时代新能源科技股份有限公司', '宁德时代', { website: 'www.catlbattery.com', employees: 130_000 }),
  stock('珠海格力电器股份有限公司', '格力电器', { regionName: '广东省珠海市' }),
  stock('格力演示地产股份有限公司', '格力演示', { employees: 500 }),
  stock('海尔智家股份有限公司', '海尔智家'),
  stock('科大讯飞股份有限公司', '科大讯飞'),
  stock('招商银行股份有限公司', '招商银行'),
  stock('中国平安保险(集团)股份有限公司', '中国平安'),
  stock('平安银行股份有限公司', '平安银行', { employees: 200_000 }),
  stock('杭州老板电器股份有限公司', '老板电器', { regionName: '浙江省杭州市' }),
  stock('美的集团股份有限公司', '美的集团'),
  stock('永辉超市股份有限公司', '永辉超市'),
  stock('中通客车股份有限公司', '中通客车', { employees: 30_000 }),
  stock('北京数字认证股份有限公司', '数字认证', { regionName: '北京市', employees: 1_000 }),
  stock('演示新区开发股份有限公司', '新区开发'),
  stock('京东方演示股份有限公司', '京东方'),
  stock('霁岚信息科技股份有限公司', '霁岚信息', { employees: 600 }),
  stock('霁岚演示工具股份有限公司', '霁岚工具', { employees: 500 }),
  buildIndexableCompany({ id: '澜曦供应链', name: '澜曦演示供应链管理有限公司' }),
  buildIndexableCompany({ id: '澜曦控股', name: '澜曦演示控股集团有限公司' }),
  stock('霁川快运股份有限公司', '霁川快运', { stockCodes: ['999002'], employees: 20_000 }),
  buildIndexableCompany({ id: '霁川', name: '霁川快运有限公司', revenue: 4_000_000, prominence: 100 }),
  stock('东岭财富信息股份有限公司', '东岭财富'),
  buildIndexableCompany({
    id: '东岭电气',
    name: '东岭电气集团有限公司',
    website: 'www.dongling.com.cn',
    employees: 100_000,
    prominence: 20,
  }),
  buildIndexableCompany({ id: '雅迪', name: '雅迪科技集团有限公司', employees: 100_000, prominence: 20 }),
  stock('奥美演示医疗股份有限公司', '奥美医疗', { employees: 500 }),
  stock('岚石演示时野股份有限公司', '岚石时野'),
  stock('时野演示新源股份有限公司', '时野新源', { employees: 10 }),
  buildIndexableCompany({ id: '岚店', name: '岚店演示科技有限公司', aliases: ['岚店网', '东岭瓷砖'] }),
  stock('铜陵演示矿业股份有限公司', '铜陵矿业', { regionName: '安徽省铜陵市' }),
  buildIndexableCompany({ id: '微信', name: '演示通讯控股有限公司', aliases: ['微信'], prominence: 20 }),
  buildIndexableCompany({ id: '三山集团', name: '福建三山集团有限公司', regionName: '福建省', revenue: 4_000_000 }),
  buildIndexableCompany({ id: 'SZ', name: '演示字母股份有限公司', website: 'www.sz.example', employees: 100_000 }),
  stock('演示机器人股份有限公司', '机器人', { employees: 4_000 }),
  stock('黄山旅游发展股份有限公司', '黄山旅游', { regionName: '安徽省黄山市', employees: 4_000 }),
  stock('东阿阿胶股份有限公司', '东阿阿胶', { employees: 25_000 }),
  stock('今世缘酒业股份有限公司', '今世缘', { employees: 4_000 }),
  stock('中国第一演示集团股份有限公司', '第一演示'),
  stock('漳州片仔癀药业股份有限公司', '片仔癀', { employees: 2_000 }),
  stock('老百姓大药房连锁股份有限公司', '老百姓'),
  stock('舍得酒业股份有限公司', '舍得酒业', { employees: 30_000 }),
  buildIndexableCompany({ id: '五得利', name: '五得利面粉集团有限公司', revenue: 5_000_000, prominence: 100 }),
  buildIndexableCompany({ id: '舟野', name: '舟野演示机械制造有限公司' }),
  buildIndexableCompany({ id: '国网', name: '国家电网有限公司', aliases: ['国网'], prominence: 15 }),
  buildIndexableCompany({
    id: '澜山',
    name: '澜山演示贸易有限公司',
    creditCode: '91990001MA0TE5T16H',
    formerNames: ['澜岳演示贸易有限公司'],
  }),
])

/** Texts that are linked, with the companies that may be meant. */
const linked = (question: string) =>
  linkCompanies(question, table, words).map((link) =>
    [link.text, ...meantOf(link, []).map(({ companyId }) => companyId)].join(' '),
  )

describe('a company is linked', () => {
  it.each([
    ['by its short name inside a sentence', '我拿到了宁德时代的offer,这家公司有没有风险', ['宁德时代 宁德时代']],
    ['by its full name', '澜山演示贸易有限公司的法人是谁', ['澜山演示贸易有限公司 澜山']],
    ['by its name without legal form', '查一下澜山演示贸易', ['澜山演示贸易 澜山']],
    ['by a former name', '澜岳演示贸易有限公司现在叫什么', ['澜岳演示贸易有限公司 澜山']],
    ['by a credit code', '91990001MA0TE5T16H是哪家', ['91990001MA0TE5T16H 澜山']],
    ['by a stock code', '002594的法人', ['002594 比亚迪']],
    ['by an English name in any case', 'Byd的股票代码', ['Byd 比亚迪']],
    ['by the label of its website without the trade', 'catl有没有被处罚过', ['catl 宁德时代']],
    ['by an alias', '国网的法定代表人', ['国网 国网']],
    ['by the beginning of its name', '海尔靠谱吗', ['海尔 海尔智家']],
    ['by the end of a short name', '讯飞的总部在哪', ['讯飞 科大讯飞']],
    ['by the first character and 行 of a bank', '招行的董事长', ['招行 招商银行']],
    ['by its brand before other words', '想不开去了永辉上班', ['永辉 永辉超市']],
    ['by its brand before characters that no name has', '我对象在永辉干收银', ['永辉 永辉超市']],
    ['by a word, where a fact is asked of it', '平安的法人是谁', ['平安 中国平安 平安银行']],
    ['by a word in quotation marks', '“平安”好不好', ['平安 中国平安 平安银行']],
    ['by a name with a word of the grammar', '老板电器的老板是谁', ['老板电器 老板电器']],
    ['beside another company', '比亚迪和宁德时代谁早', ['比亚迪 比亚迪', '宁德时代 宁德时代']],
    ['by a word before a person of it', '平安的马明哲还是董事长吗', ['平安 中国平安 平安银行']],
    ['by two words, where a fact is asked', '去黄山旅游面试,它的法人是谁', ['黄山旅游 黄山旅游']],
    ['by a name that no words of the language make', '我爸常年吃片仔癀护肝,董事长是谁', ['片仔癀 片仔癀']],
    ['by a word that the rest of its full name follows', '老百姓大药房员工数', ['老百姓大药房 老百姓']],
    ['beside another by a word', '比亚迪比舍得上市早吗', ['比亚迪 比亚迪', '舍得 舍得酒业']],
    ['by three characters of its name before a word of it', '五得利跟比亚迪谁大', ['五得利 五得利', '比亚迪 比亚迪']],
    ['without 演示', '舟野机械拖欠工钱', ['舟野机械 舟野']],
    ['without a word between two names', '比亚迪宁德时代谁大', ['比亚迪 比亚迪', '宁德时代 宁德时代']],
  ])('%s: %s', (_, question, expected) => expect(linked(question)).toEqual(expected))

  it('together with others whose short names begin alike, unless many people know it', () => {
    expect(linked('霁岚的法人是谁')).toEqual(['霁岚 霁岚信息 霁岚工具'])
  })

  it('alone by the characters behind a part of its name that no other has', () => {
    expect(linked('谁控股澜曦演示供应链')).toEqual(['澜曦演示供应链 澜曦供应链'])
  })

  it('as the largest of those with one name', () => {
    expect(linked('霁川的法人是谁')).toEqual(['霁川 霁川快运'])
  })

  it('alone where the other name is one that it had', () => {
    expect(linked('比亚迪以前是不是叫海尔')).toEqual(['比亚迪 比亚迪'])
  })

  it.each([
    ['不是问比亚迪 是问宁德时代的董事长', ['宁德时代 宁德时代']],
    ['别跟我说比亚迪，我问的是宁德时代', ['宁德时代 宁德时代']],
    ['比亚迪以外,只想知道宁德时代的法人', ['宁德时代 宁德时代']],
    ['别查比亚迪了 查宁德时代', ['宁德时代 宁德时代']],
    ['除了比亚迪 宁德时代谁管', ['宁德时代 宁德时代']],
    ['不是比亚迪,是宁德时代', ['宁德时代 宁德时代']],
    ['我要的不是比亚迪是宁德时代的董事长', ['宁德时代 宁德时代']],
    ['和比亚迪没关系 我问的是宁德时代', ['宁德时代 宁德时代']],
    ['不是问比亚迪', ['比亚迪 比亚迪']],
  ])('in place of one that the question sets aside: %s', (question, expected) => {
    expect(linked(question)).toEqual(expected)
  })

  it.each(['永辉hr说公司有五万人', '刚过了永辉终面', '要去永辉当店长,累不累'])('as an employer: %s', (question) => {
    expect(linked(question)).toEqual(['永辉 永辉超市'])
  })

  it('not behind the first character of a clause, which is one of a misspelled name', () => {
    expect(linked('听说的,比雅迪2020年多少员工')).toEqual([])
    expect(linked('海尔比雅迪早吗')).toEqual(['海尔 海尔智家', '雅迪 雅迪'])
  })

  it('beside another one where the question asks whether it is the one meant', () => {
    expect(linked('母公司是不是比亚迪 是宁德时代吗')).toEqual(['比亚迪 比亚迪', '宁德时代 宁德时代'])
  })

  it('not within the name of a shop', () => {
    expect(linked('永辉超市金碧路店 开了几年了')).toEqual([])
  })

  it('beside its subsidiaries if the group is the subject', () => {
    expect(linked('比亚迪旗下的公司有哪些')).toEqual(['比亚迪 比亚迪'])
  })

  it('if its prior is three times that of the next', () => {
    expect(linked('格力的法人是谁')).toEqual(['格力 格力电器'])
  })

  it('as the company of the page, if that has the name', () => {
    const [link] = linkCompanies('平安的法人是谁', table, words)
    expect(link && meantOf(link, ['平安银行'])).toMatchObject([{ companyId: '平安银行' }])
  })
})

test('a code with its exchange is linked once', () => {
  expect(linked('002594.SZ 成立时间')).toEqual(['002594 比亚迪'])
})

test.each([
  ['佛山新格力电器股份有限公司的法人', []],
  ['佛山市格力电器股份有限公司的法人', []],
  ['珠海市格力电器有限公司的法人', ['格力电器 格力电器']],
  ['我在珠海查格力电器股份有限公司', ['格力电器 格力电器']],
])('a full name links no company whose name is its end: %s', (question, expected) => {
  expect(linked(question)).toEqual(expected)
})

test('a service is linked where its company is asked', () => {
  expect(linked('微信那个公司营收')).toEqual(['微信 微信'])
})

test('a group is linked without its place', () => {
  expect(linked('三山集团的营收')).toEqual(['三山集团 三山集团'])
})

test('a word of the grammar is linked as the maker of a product', () => {
  expect(linked('老板油烟机的厂家法人')).toEqual(['老板 老板电器'])
})

describe('nothing is linked', () => {
  it.each([
    ['by a word that asks', '老板是谁'],
    ['by a word of which no fact is asked', '平安夜去哪里玩'],
    ['by characters of two other words', '哪家是最美的公司'],
    ['by characters that divide a word', '中华为什么叫中华'],
    ['by the beginning of a longer name', '中通快递的老板'],
    ['by the beginning of a name of three characters', '京东的法人'],
    ['by a part of another full name', '澜山演示科技有限公司的法人'],
    ['by a part that is counted', '永辉的企业有哪些'],
    ['by a family', '霁岚的男人值得嫁吗'],
    ['by the end of a longer name', '大霁岚多少员工'],
    ['by a part of a place', '上海浦东新区的法人'],
    ['by a term that is explained', '数字认证是什么'],
    ['by letters within a word', 'bydx是什么'],
    ['by a number with a unit', '002594元'],
    ['by an ordinal', '第一大股东持股多少'],
    ['by a word for companies of a kind', '机器人公司哪家好'],
    ['by characters that begin another word', '今世缘分已尽,我该怎么办'],
    ['by one of two Latin words', 'dongling caifu的法人'],
    ['by the end of a misspelled name', '比雅迪的法人'],
    ['by a name that is an area', '永辉一带有什么商场'],
    ['by a part of a name before another trade', '海尔生物靠谱吗'],
    ['across a sign', '国,网的法定代表人'],
    ['by the name of a person with the surname before it', '这家的法人是不是刘永辉'],
    ['by the owner of the company that is asked about', '比亚迪旗下的弗迪电池法人是谁'],
    ['by a contact of a person', '老板的微信号是多少'],
    ['by characters that overlap another name', '奥美的法定代表人是谁'],
    ['by a word of the grammar before what a person has', '老板自己的公司有几家'],
    ['by an ending with which other names begin', '时野的法人'],
    ['by a word before what only people have', '平安的养老金哪年开始涨'],
    ['by three characters within a word of a name', '三山集的法人'],
    ['by a word of which nothing is asked', '人要懂得舍得'],
  ])('%s: %s', (_, question) => expect(linked(question)).toEqual([]))
})

test.each([
  ['平安和健康哪个重要', 1],
  ['平安和健康谁员工多', 0],
  ['平安是哪年修的', 1],
  ['平安电话一分钟多少钱', 1],
])(
  'a word that the search finds as a name is none unless something is asked that a company has: %s',
  (question, count) => {
    const mentions = [{ text: '平安', start: 0 }]
    expect(readPartial(question, { mentions, table, words }).ordinary).toHaveLength(count)
  },
)

test('the ending of a name behind a word as 这 is an ordinary word', () => {
  const ending = { text: '时野', start: 1 }
  expect(readPartial('这时野的法人', { mentions: [ending], table, words }).ordinary).toHaveLength(1)
})

const linkedTexts = (question: string) => linkCompanies(question, table, words).map(({ text }) => text)

describe('a brand or a part of a name beside the name of another company', () => {
  test.each([
    ['is none in the clause of that name', '海尔智家就是霁川那边的吗', ['海尔智家']],
    ['is none in the clause of that name as a brand', '比亚迪在岚店网上评价如何', ['比亚迪']],
    ['is none in a clause of background', '我在岚店网买的,比亚迪法人是谁', ['比亚迪']],
    ['is one if it is joined to that name', '海尔智家和霁川哪家人多', ['海尔智家', '霁川']],
    ['is one in a clause that asks', '比亚迪法人是谁,岚店网哪年成立', ['比亚迪', '岚店网']],
    ['is one as the beginning of a clause', '岚店网没有的话,看看比亚迪的成立时间', ['岚店网', '比亚迪']],
  ])('%s: %s', (_, question, names) => expect(linkedTexts(question)).toEqual(names))
})

test.each([
  '我妈非说是霁川做的,我说是比亚迪的法人',
  '我还以为是霁川,比亚迪的法人是谁',
  '比亚迪的法人是谁,别跟海尔智家搞混了',
  '比亚迪的地址写的广州永辉超市,对吗',
])('a name of which somebody is wrong is not asked about beside another: %s', (question) =>
  expect(linkedTexts(question)).toEqual(['比亚迪']),
)

test('a place states which company is meant and is no name: 铜陵那个', () => {
  expect(linkedTexts('拿到比亚迪offer了 铜陵那个 多少员工')).toEqual(['比亚迪'])
})

test('of companies that share a name the one is meant whose brand has a word of the question', () => {
  expect(linked('东岭的法人')).toHaveLength(1)
})

test('a brand is linked before words of the grammar that a dictionary takes for one word: 都还', () => {
  expect(linkedTexts('岚店网都还能信么')).toEqual(['岚店网'])
  expect([...words.bordersOf('宋都还能信')]).toContain(2)
})

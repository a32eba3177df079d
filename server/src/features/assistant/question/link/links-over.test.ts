import { expect, test } from 'vitest'
import { buildIndexableCompany } from '../../../../../test/builders/indexable-companies.ts'
import { loadReferenceData } from '../../../../platform/reference-data.ts'
import { lexiconOf } from '../lexicon.ts'
import { linksOver } from './links-over.ts'
import { buildNameTable } from './name-table.ts'
import { readOtherNames } from './other-names.ts'

const { regions, industries } = loadReferenceData({ demo: true })
const stock = (name: string, shortName: string, employees = 4_000) =>
  buildIndexableCompany({ id: shortName, name, shortNames: [shortName], employees, prominence: 20 })
const table = await buildNameTable([
  stock('兆岚创新演示股份有限公司', '兆岚创新'),
  stock('恒岭高新演示股份有限公司', '恒岭高新'),
  stock('好岭来电子股份有限公司', '好岭电子', 100_000),
  stock('伊岭股份有限公司', '伊岭股份'),
  stock('三岭树涂料演示股份有限公司', '三岭树', 20_000),
  stock('峨眉山旅游演示股份有限公司', '峨眉山A', 20_000),
])
const links = linksOver(
  { current: async () => ({ ...table, ranked: [] }) },
  { lexicon: lexiconOf(regions, industries), otherNames: readOtherNames('恒岭\n兆岚玛\n! 好岭来') },
)
const stated = async (question: string) => (await links.similarTo(question, [], true)).map(({ name }) => name)
const isHardly = (question: string, text: string, isUnread = true) =>
  links.isHardlyName(question, { start: question.indexOf(text), text }, { isUnread, others: [] })
const linked = async (question: string) => (await links.in(question)).map(({ name }) => name)

test('two characters that begin one short name are a name, unless another company is known by them', async () => {
  expect(await linked('兆岚2023净赚多少')).toEqual(['兆岚'])
  expect(await linked('恒岭欠了多少钱')).toEqual([])
  expect(await links.othersIn('恒岭欠了多少钱', [])).toMatchObject([{ text: '恒岭' }])
})

test('a question is readable with its misspelled words, and keeps its names and what is spelled right', async () => {
  expect(await links.readable('兆岚的圆工数')).toBe('兆岚的员工数')
  expect(await links.readable('yiling gufen dongshizhang')).toBe('yiling gufen 董事长')
  expect(await links.readable('兆岚的员工数？')).toBe('兆岚的员工数？')
})

test('a name with a namesake that few people mean is that of another company, but not the full name', async () => {
  expect(await linked('好岭来的法人')).toEqual([])
  expect(await links.othersIn('好岭来的法人', [])).toMatchObject([{ text: '好岭来' }])
  expect(await linked('好岭来电子股份有限公司的法人')).toHaveLength(1)
})

test('a part of a name is none within the name of a company that is not stored', async () => {
  expect(await linked('兆岚的法人')).toEqual(['兆岚'])
  expect(await linked('兆岚玛的法人')).toEqual([])
})

test('a short name is one beside any word, where the question needs a company and names none otherwise', async () => {
  expect(await stated('三岭树乳胶漆一桶多少钱')).toEqual(['三岭树'])
  expect(await stated('三岭树小区房价多少')).toEqual([])
  expect(await stated('带爸妈爬峨眉山的股票代码多少')).toEqual(['峨眉山'])
  expect(await stated('爬峨眉山的门票多少钱')).toEqual([])
})

test('a word or a phrase with other words is hardly a name, but is one alone, in its clause or before 公司', () => {
  expect(isHardly('门口种三棵树好不好', '三棵树')).toBe(true)
  expect(isHardly('我们老百姓想开店', '老百姓')).toBe(true)
  expect(isHardly('买了三岭树的漆', '三岭树')).toBe(false)
  expect(isHardly('那三棵树呢 是不是更少', '三棵树')).toBe(false)
  expect(isHardly('昨天去三棵树公司', '三棵树')).toBe(false)
})

test('where something is asked, a word is hardly a name unless it is the subject, is asked of or stands beside one', () => {
  expect(isHardly('像发现新大陆一样 认缴是啥意思', '新大陆', false)).toBe(true)
  expect(isHardly('爬白云山把脚崴了算不算工伤', '白云山', false)).toBe(true)
  expect(isHardly('在白云山上班不给交社保', '白云山', false)).toBe(false)
  expect(isHardly('新大陆注册资本多少', '新大陆', false)).toBe(false)
  expect(isHardly('爬峨眉山 景区的股票代码多少', '峨眉山', false)).toBe(false)
})

import { expect, it } from 'vitest'
import { buildIndexableCompany } from '../../../../../test/builders/indexable-companies.ts'
import { loadReferenceData } from '../../../../platform/reference-data.ts'
import { loadPronunciation } from '../../../../search/analysis/pronunciation.ts'
import { lexiconOf } from '../lexicon.ts'
import { linkSounding } from './link-sounding.ts'
import { soundsOfNames } from './name-sounds.ts'
import { buildNameTable } from './name-table.ts'
import { createOrdinaryWords } from './ordinary-words.ts'

const { regions, industries } = loadReferenceData({ demo: true })
const words = createOrdinaryWords(lexiconOf(regions, industries))
const stock = (name: string, shortName: string, employees = 20_000) =>
  buildIndexableCompany({ id: shortName, name, shortNames: [shortName], employees, prominence: 20 })
const table = await buildNameTable([
  stock('三一重工股份有限公司', '三一重工'),
  stock('志邦家居股份有限公司', '志邦家居'),
  stock('浙江苏泊尔股份有限公司', '苏泊尔'),
  stock('会稽山绍兴酒股份有限公司', '会稽山'),
  stock('上海来伊份股份有限公司', '来伊份'),
  stock('濮阳惠成电子材料股份有限公司', '濮阳惠成'),
  stock('浙江中国小商品城集团股份有限公司', '小商品城'),
  stock('顺丰控股股份有限公司', '顺丰控股', 600_000),
  stock('北方快递股份有限公司', '北方快递'),
  stock('国机集团有限公司', '国机', 600_000),
  stock('演示公司股份有限公司', '演示公司'),
  stock('桃李面包股份有限公司', '桃李面包', 60_000),
  stock('企业微信演示股份有限公司', '企业微信', 60_000),
  buildIndexableCompany({ id: '静川', name: '静川演示文化传媒有限公司' }),
])
const sounds = await soundsOfNames(table, loadPronunciation())
const linked = (question: string) =>
  linkSounding(question, { table, words, sounds }).map(({ text, name, how }) => `${text} ${name} ${how}`)

it.each([
  ['other characters', '仆阳惠成19到21三年的员工数', '仆阳惠成 濮阳惠成 corrected'],
  ['other characters of a short name', '老伴买的苏伯尔高压锅炸了盖', '苏伯尔 苏泊尔 corrected'],
  ['words of the language, where many people know the name', '桃里面包注册资本多少', '桃里面包 桃李面包 corrected'],
  [
    'other characters of a full name',
    '桃里面包股份有限公司的地址',
    '桃里面包股份有限公司 桃李面包股份有限公司 corrected',
  ],
  ['a word of the language beside a character', '会计山黄酒,哪一年创办的来着', '会计山 会稽山 corrected'],
  ['characters of which many speakers make one sound', '三医重工的地址', '三医重工 三一重工 corrected'],
  [
    'several other characters of a long name',
    '静穿演示文化传煤 地址发我',
    '静穿演示文化传煤 静川演示文化传媒 corrected',
  ],
  ['two characters of a name that everybody knows, before a product', '顺风快递总部在哪', '顺风 顺丰 corrected'],
  ['pinyin within a sentence', 'xiaoshangpincheng 公司 zai yiwu', 'xiaoshangpincheng 小商品城 pinyin'],
  ['two words in pinyin', '想问下zhibang jiaju的注册地址', 'zhibang jiaju 志邦家居 pinyin'],
  ['pinyin with a polyphone', 'sanyi zhonggong 董事长', 'sanyi zhonggong 三一重工 pinyin'],
])('a question names a company by %s', (_, question, expected) => expect(linked(question)).toEqual([expected]))

it.each([
  ['words of the language that sound like a name', '数据 来一份'],
  ['characters that end within a word', '企业为什么上市'],
  ['two characters that sound like a name', '顺风车的地址'],
  ['two characters before a word of the grammar', '哪些国际公司一般双休'],
  ['a name as it is written', '苏泊尔的地址'],
  ['goods that sound like a name', '那个做三医重工的'],
  ['the end of a full name that is not stored', '云岚桃里面包有限公司的地址'],
  ['incomplete pinyin', 'sanyi zhongg 董事长'],
  ['English words', 'banana company address'],
])('a question names none by %s', (_, question) => expect(linked(question)).toEqual([]))

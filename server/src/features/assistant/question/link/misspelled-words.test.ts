import { expect, it } from 'vitest'
import { loadReferenceData } from '../../../../platform/reference-data.ts'
import { loadPronunciation } from '../../../../search/analysis/pronunciation.ts'
import { lexiconOf } from '../lexicon.ts'
import { createMisspelledWords, withWords } from './misspelled-words.ts'
import { createOrdinaryWords } from './ordinary-words.ts'

const { regions, industries } = loadReferenceData({ demo: true })
const lexicon = lexiconOf(regions, industries)
const find = createMisspelledWords(lexicon, createOrdinaryWords(lexicon), loadPronunciation())
const read = (question: string) => withWords(question, find(question), [])

it.each([
  ['三年的圆工数分别是几个', '三年的员工数分别是几个'],
  ['他家法仁代表姓什么', '他家法人代表姓什么'],
  ['行征处法 每笔金额', '行政处罚 每笔金额'],
  ['门牌地止发我', '门牌地址发我'],
  ['挂在失性名单上吗', '挂在失信名单上吗'],
  ['那家 总精理大名', '那家 总经理大名'],
  ['byd gongsi dizhi', 'byd 公司地址'],
  ['pianzaihuang dongshizhang', 'pianzaihuang 董事长'],
])('%s reads the word of the grammar that sounds the same', (question, expected) =>
  expect(read(question)).toBe(expected),
)

it.each([
  ['words beside a character', '还在营业不 员工说呢 黄董事长'],
  ['a part of a word', '办公室电话留一个'],
  ['two characters within a sentence', '喊我们先垫资进场'],
  ['English', 'what is the address of this company'],
])('%s stays as it is', (_, question) => expect(read(question)).toBe(question))

it('a word that overlaps a name stays as it is', () => {
  const question = 'yili gufen 总经理'
  expect(withWords(question, find(question), [{ start: 0, end: 10 }])).toBe(question)
})

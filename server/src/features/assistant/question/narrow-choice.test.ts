import { expect, test } from 'vitest'
import type { Candidate } from '../evidence/tool-result.ts'
import { narrowChoice } from './narrow-choice.ts'

const candidate = (companyId: string, name: string, own: Partial<Candidate>): Candidate => ({
  companyId,
  name,
  city: '地区未收录',
  codeEnd: null,
  status: '存续',
  isDemo: true,
  matchReason: { field: 'shortName', text: '云岚' },
  isWhole: true,
  ...own,
})
const west = candidate('west', '云岚演示商贸有限公司', {
  city: '演示西省',
  known: { foundedOn: '2010-02-10', legalRepresentative: '演示丙', creditCode: '91990003MA0R4G5GXD', stockCode: null },
})
const east = candidate('east', '云岚演示控股有限公司', {
  city: '演示东省',
  status: '注销',
  known: {
    foundedOn: '2000-04-16',
    legalRepresentative: '云乙',
    creditCode: '91990002MAPBA1N81W',
    stockCode: '999001',
  },
})
const isRegion = (name: string) => ['演示', '演示西省', '演示东省', '杭州'].includes(name)
const asked = { asksOfCompany: false, asksOther: false }
function narrow(question: string, { chosen = null, ...of }: Partial<typeof asked> & { chosen?: string | null } = {}) {
  const choice = { question: '云岚的法人', candidates: [west, east], chosen }
  const found = narrowChoice(question, choice, { ...asked, ...of, isRegion })
  return found === null ? null : [...found.candidates.map(({ companyId }) => companyId), found.rest]
}

test.each([
  ['its place', '演示西省的那家', 'west'],
  ['the year when it was founded', '我说的是2010年成立的', 'west'],
  ['its state', '注销的那个', 'east'],
  ['its state in other words', '还在开的那家', 'west'],
  ['its legal representative', '演示丙当法人的那家', 'west'],
  ['the surname of its legal representative', '法人姓云的那家', 'east'],
  ['a part of its name', '控股那家', 'east'],
  ['a part of its name alone', '商贸', 'west'],
  ['the end of its code', '尾号G5GXD的', 'west'],
  ['its stock code', '999001', 'east'],
  ['its place among the candidates', '第二个', 'east'],
  ['the last place', '最后一个', 'east'],
  ['the place before', '前一个', 'west'],
  ['what it is not', '不是演示西省的,也不是第一个', 'east'],
])('%s means a candidate: %s', (_, question, id) => {
  expect(narrow(question)).toEqual([id, ''])
})

test('the other one is meant after one was chosen', () => {
  expect(narrow('另外那家呢', { chosen: 'west' })).toEqual(['east', ''])
  expect(narrow('另外那家呢')).toEqual(['west', 'east', ''])
})

test('what is asked behind the candidate is the rest', () => {
  expect(narrow('演示西省那家的电话呢')).toEqual(['west', '电话呢'])
  expect(narrow('第二家,什么时候成立的')).toEqual(['east', '什么时候成立的'])
  expect(narrow('第二家,注册资本多少')).toEqual(['east', '注册资本多少'])
  expect(narrow('2000年成立的法人是谁', { asksOfCompany: true })).toEqual(['east', '法人是谁'])
})

test('all are left where no candidate has what is stated, nothing is stated, or a question is no statement', () => {
  expect(narrow('杭州那家')).toEqual(['west', 'east', ''])
  expect(narrow('演示西省2000年成立的那家')).toEqual(['west', 'east', ''])
  expect(narrow('法人是谁', { asksOfCompany: true })).toEqual(['west', 'east', '法人是谁'])
  expect(narrow('什么时候注销的', { asksOfCompany: true })?.slice(0, 2)).toEqual(['west', 'east'])
  expect(narrow('控股股东是谁', { asksOfCompany: true })?.slice(0, 2)).toEqual(['west', 'east'])
})

test('a question about something else narrows nothing', () => {
  expect(narrow('演示西省有多少家公司', { asksOther: true })).toBeNull()
  expect(narrow('今天天气怎么样')).toBeNull()
  expect(narrow('第二个是谁', { chosen: 'west', asksOfCompany: true })).toBeNull()
})

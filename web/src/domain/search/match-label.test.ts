import { matchFields } from '@baiqicha/contract/company-summary'
import { expect, it } from 'vitest'
import { matchLabelBeside, matchLabels, reasonBeside } from './match-label.ts'

it('has a label for every field that can match a keyword', () => {
  for (const field of matchFields) expect(matchLabels[field]).toMatch(/\p{Script=Han}/u)
})

it('shows no label when the name itself shows the hit', () => {
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'pinyin', text: '澜山演示贸易有限公司' })).toBeNull()
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'formerName', text: '溪亭演示商行' })).toBe('曾用名')
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'stockCode', text: '990001' })).toBe('股票代码')
})

it('says that a name within pasted text is one', () => {
  const reason = { field: 'mentionedName', text: '澜山演示贸易有限公司' } as const
  expect(matchLabelBeside(reason.text, reason)).toBe('文本中的企业名称')
  expect(reasonBeside(reason.text, reason, { ranges: [[0, 10]], room: 24 })).toMatchObject({
    label: '文本中的企业名称',
  })
})

const name = '宁波演示卡倍电气股份有限公司'
const room = 24

it.each([
  ['initials', '拼音首字母'],
  ['pinyin', '拼音'],
] as const)('shows the reason of every hit by %s, in the name too', (field, label) => {
  expect(reasonBeside(name, { field, text: name }, { ranges: [[4, 6]], room })).toEqual({
    label,
    text: '卡倍',
    ranges: [[0, 2]],
  })
  expect(reasonBeside(name, { field, text: '卡倍演示' }, { ranges: [[0, 2]], room })).toEqual({
    label,
    text: '卡倍演示',
    ranges: [[0, 2]],
  })
})

it('shows from the first to the last character that sounds like the keyword', () => {
  const ranges: [number, number][] = [
    [0, 1],
    [3, 4],
  ]
  expect(reasonBeside(name, { field: 'initials', text: name }, { ranges, room })).toMatchObject({
    text: '宁波演示',
    ranges,
  })
})

it('shows no reason for characters of the keyword in the name', () => {
  for (const field of ['name', 'fuzzy'] as const) {
    expect(reasonBeside(name, { field, text: name }, { ranges: [[0, 2]], room })).toBeNull()
  }
})

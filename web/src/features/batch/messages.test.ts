import { expect, test } from 'vitest'
import { matchNote, noRiskText } from './messages.ts'

test.each([
  ['企业全称一致', ''],
  ['统一社会信用代码一致', ''],
  ['曾用名一致', '（曾用名）'],
  ['企业全称一致，与第 1 行相同', '，与第 1 行相同'],
  ['统一社会信用代码一致，名称与登记不同', '，名称与登记不同'],
  ['代码暂未收录，企业全称一致', '，代码暂未收录，企业全称一致'],
  ['由您从候选中选择', '，由您从候选中选择'],
])('beside the input, %s is shown as “%s”', (why, note) => {
  expect(matchNote(why)).toBe(note)
})

test.each([
  [null, '风险未接入'],
  [{ high: 0, medium: 0, notice: 0, asOf: null, isWhole: true }, '未查询到风险'],
  [{ high: 0, medium: 0, notice: 0, asOf: null, isWhole: false }, '已接入类别未查询到风险'],
])('no risk is stated only as far as sources reach', (risk, text) => {
  expect(noRiskText(risk)).toBe(text)
})

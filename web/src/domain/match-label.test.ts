import { matchFields } from '@baiqicha/contract/company-summary'
import { expect, it } from 'vitest'
import { matchLabelBeside, matchLabels } from './match-label.ts'

it('has a label for every field that can match a keyword', () => {
  for (const field of matchFields) expect(matchLabels[field]).toMatch(/\p{Script=Han}/u)
})

it('shows no label when the name itself shows the hit', () => {
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'pinyin', text: '澜山演示贸易有限公司' })).toBeNull()
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'formerName', text: '溪亭演示商行' })).toBe('曾用名')
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'stockCode', text: '990001' })).toBe('股票代码')
})

import { matchFields } from '@baiqicha/contract/company-summary'
import { expect, it } from 'vitest'
import { matchLabelBeside, matchLabels } from './match-label.ts'

it('has words for every field a keyword can meet', () => {
  for (const field of matchFields) expect(matchLabels[field]).toMatch(/\p{Script=Han}/u)
})

it('stands beside a name only where the name does not show the hit itself', () => {
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'pinyin', text: '澜山演示贸易有限公司' })).toBeNull()
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'formerName', text: '溪亭演示商行' })).toBe('曾用名')
  expect(matchLabelBeside('澜山演示贸易有限公司', { field: 'stockCode', text: '990001' })).toBe('股票代码')
})

import { expect, it } from 'vitest'
import { caseNumberOf } from './case-number.ts'

it.each([
  '（2024）演0101执1234号',
  '(2024)演0101执1234号',
  '[2024]演0101执1234号',
  '〔2024〕演0101执1234号',
  '【2024】 演0101 执 1234 号',
  '（２０２４）演０１０１执１２３４号',
  '案号：(2024)演0101执1234号',
  '(2024)演0101执1234',
])('%s is normalised to （2024）演0101执1234号', (text) => expect(caseNumberOf(text)).toBe('（2024）演0101执1234号'))

it.each([
  ['(2024)演0101执1234号之一', '（2024）演0101执1234号之一'],
  ['演仲裁字[2024]第 12 号', '演仲裁字（2024）第12号'],
])('%s is returned as %s', (text, written) => expect(caseNumberOf(text)).toBe(written))

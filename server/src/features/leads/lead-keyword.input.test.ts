import { expect, test } from 'vitest'
import { readLeadKeyword } from './lead-keyword.input.ts'

test.each([
  ['15400000001', '15400000001', true],
  [' １５４ ０００００００１ ', '15400000001', true],
  ['+86 154-0000-0001', '15400000001', true],
  ['8615400000001', '15400000001', true],
  ['0086 15400000001', '15400000001', true],
  ['015400000001', '15400000001', true],
  ['\u202d15400000001\u202c', '15400000001', true],
  ['+86-154–0000—0001', '15400000001', true],
  ['tel:+8615400000001', '15400000001', true],
  ['\ue00015400000001', '15400000001', true],
  ['0990-2345678', '0990-2345678', false],
  ['(0990) 2345 678', '0990-2345678', false],
  ['+86 990 2345678', '0990-2345678', false],
  ['+86 10 23456789', '010-23456789', false],
  ['2345678', '2345678', false],
  ['0990-2345678-801', '0990-2345678-801', false],
  ['400-000-1234', '4000001234', false],
])('reads %s as one number', (typed, number, isMobile) => {
  expect(readLeadKeyword(typed)).toEqual({ type: 'number', number, isMobile })
})

test.each([
  '15400000001 15400000002',
  '15400000001，15400000002',
  '0990-2345678、0990-2345679',
  '1540000000115400000002',
])('refuses two numbers: %s', (typed) => {
  expect(readLeadKeyword(typed)).toEqual({ type: 'refused', message: '一次只能查询一个号码' })
})

test.each(['1540000', '154 0000 000', '154000000012'])('refuses a part of a mobile number: %s', (typed) => {
  expect(readLeadKeyword(typed)).toEqual({ type: 'refused', message: '手机号请输入完整的 11 位' })
})

test.each(['%', '_', '%%__', '，。'])('refuses a keyword without letters and digits: %s', (typed) => {
  expect(readLeadKeyword(typed)).toEqual({ type: 'refused', message: '请输入企业名称、产品、行业或号码' })
})

test.each([
  ['12345', '12345'],
  ['５４３２１', '54321'],
  ['990001000012345', '990001000012345'],
  ['演示100%', '演示100%'],
  ['电话15400000001', '电话15400000001'],
])('searches %s as a text', (typed, text) => {
  expect(readLeadKeyword(typed)).toEqual({ type: 'text', keyword: { text } })
})

test('reads nothing from an empty keyword, and cuts a long one', () => {
  expect([readLeadKeyword(''), readLeadKeyword(' \t')]).toEqual([{ type: 'none' }, { type: 'none' }])
  expect(readLeadKeyword('演'.repeat(2000))).toMatchObject({ type: 'text', keyword: { cut: '演'.repeat(100) } })
})

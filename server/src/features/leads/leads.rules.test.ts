import type { ContactSource } from '@baiqicha/contract/leads'
import { expect, test } from 'vitest'
import { type DialledContact, mayDial, readLeadKeyword } from './leads.rules.ts'

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

const source = (deviation: Partial<ContactSource> = {}): ContactSource => ({
  category: '年报',
  name: '2025 年度报告',
  year: 2025,
  date: '2026-03-28',
  url: null,
  ...deviation,
})
const contact: DialledContact = { type: '手机', state: '实号', sources: [source()], dispute: null }
const dial = { contact, status: '存续', today: '2026-06-30' }

test.each<[what: string, deviation: Partial<Parameters<typeof mayDial>[0]>, expected: boolean]>([
  ['a number of a recent annual report', {}, true],
  ['a number of the own site', { contact: { ...contact, sources: [source({ category: '官网', date: null })] } }, true],
  ['a number whose state is unknown', { contact: { ...contact, state: '未知' } }, true],
  ['an annual report of 24 months ago', { contact: { ...contact, sources: [source({ date: '2024-06-30' })] } }, true],
  ['an older annual report', { contact: { ...contact, sources: [source({ date: '2024-06-29' })] } }, false],
  ['an annual report of a year, without a date', { contact: { ...contact, sources: [source({ date: null })] } }, true],
  ['an undated annual report', { contact: { ...contact, sources: [source({ date: null, year: null })] } }, false],
  ['a number of a tender', { contact: { ...contact, sources: [source({ category: '招投标' })] } }, false],
  ['a number without a category', { contact: { ...contact, sources: [source({ category: null })] } }, false],
  ['a number that is not in use', { contact: { ...contact, state: '空号' } }, false],
  ['a disputed number', { contact: { ...contact, dispute: { since: '2026-06-01' } } }, false],
  ['a landline', { contact: { ...contact, type: '固话' } }, false],
  ['a company that moved to another register', { status: '迁出' }, true],
  ['an ended company', { status: '注销' }, false],
  ['a company without a stated status', { status: null }, false],
])('dials %s: %s', (_what, deviation, expected) => {
  expect(mayDial({ ...dial, ...deviation })).toBe(expected)
})

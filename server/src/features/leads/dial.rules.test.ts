import type { ContactSource } from '@baiqicha/contract/leads'
import { expect, test } from 'vitest'
import { type DialledContact, mayDial } from './dial.rules.ts'

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

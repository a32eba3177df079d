import { describe, expect, it, test } from 'vitest'
import { caseNumberOf, threadsOf } from './case-number.ts'

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

const [civil, enforcement, other] = ['（2025）演0101民初567号', '（2026）演0101执1234号', '（2024）演0101民初9号']
const idsOf = (records: readonly { id: string; cases: readonly string[] }[]) =>
  threadsOf(records).map((thread) => thread.records.map(({ id }) => id))

describe('the case of a record', () => {
  test('is the one whose number it shares', () => {
    const records = [
      { id: 'a', cases: [civil] },
      { id: 'b', cases: [other] },
      { id: 'c', cases: [civil] },
    ]
    expect(idsOf(records)).toEqual([['a', 'c'], ['b']])
  })

  test('is one with the case that it is based on, whatever the order of the records', () => {
    const hearing = { id: 'hearing', cases: [civil] }
    const debt = { id: 'debt', cases: [enforcement, civil] }
    const restriction = { id: 'restriction', cases: [enforcement] }
    expect(idsOf([restriction, hearing, debt])).toEqual([['restriction', 'hearing', 'debt']])
    expect(idsOf([debt, restriction, hearing])).toEqual([['debt', 'restriction', 'hearing']])
  })

  test('follows a chain of numbers in the order of the records', () => {
    const links = Array.from({ length: 50 }, (_, at) => ({
      id: `${at}`,
      cases: [`（2025）演0101执${at}号`, `（2025）演0101执${at + 1}号`],
    }))
    const order = links.toSorted((a, b) => (Number(a.id) % 7) - (Number(b.id) % 7))
    expect(idsOf(order)).toEqual([order.map(({ id }) => id)])
  })

  test('is its own without a case number, however equal the texts are', () => {
    const records = [
      { id: 'a', cases: [] },
      { id: 'b', cases: ['-'] },
      { id: 'c', cases: ['-'] },
      { id: 'd', cases: ['见公告'] },
      { id: 'e', cases: ['见公告'] },
    ]
    expect(idsOf(records)).toEqual([['a'], ['b'], ['c'], ['d'], ['e']])
    expect(threadsOf(records).map(({ isNumbered }) => isNumbered)).toEqual([false, false, false, false, false])
  })
})

import type { Field, FieldValue } from '@baiqicha/contract/records/fields'
import * as fieldOf from '@baiqicha/contract/records/fields'
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { InMemoryRouter } from '../../../test/in-memory-router.tsx'
import { RecordValue } from './record-value.tsx'

function show(
  field: Field,
  value: FieldValue | undefined,
  rest: { isPlain?: boolean; companyId?: string; ownId?: string } = {},
) {
  return render(<RecordValue field={field} value={value} {...rest} />, { wrapper: InMemoryRouter }).container
}

const tones = { 全部未履行: 'red', 全部已履行: 'green' } as const
const performance = fieldOf.word('履行情况', Object.keys(tones), { tones })

test.each<[string, Field, FieldValue, string]>([
  ['an amount', fieldOf.amount('金额', '元'), { value: 1250000, unit: '元' }, '1,250,000\u00a0元'],
  ['an amount with a fraction', fieldOf.amount('金额', '元'), { value: 532100.5, unit: '元' }, '532,100.50\u00a0元'],
  ['a share', fieldOf.percent('比例'), 60, '60%'],
  ['a share with a fraction', fieldOf.percent('比例'), 33.333, '33.33%'],
  ['a count', fieldOf.count('人数'), 1234, '1,234'],
  ['a day', fieldOf.day('日期'), '2026-03-18', '2026-03-18'],
  ['a moment', fieldOf.moment('时间'), '2026-03-18 09:30', '2026-03-18 09:30'],
  ['words', fieldOf.wordList('类别', ['罚款', '警告']), ['罚款', '警告'], '罚款、警告'],
  ['lines', fieldOf.lines('法条'), ['第一条', '第二条'], '第一条第二条'],
  ['events', fieldOf.events('变化'), [{ date: '2026-03-18', content: '注销' }], '2026-03-18注销'],
])('shows %s', (_name, field, value, text) => {
  expect(show(field, value).textContent).toBe(text)
})

test.each<[string, Field]>([
  ['line', fieldOf.line('甲')],
  ['amount', fieldOf.amount('甲', '元')],
  ['count', fieldOf.count('甲')],
  ['percent', fieldOf.percent('甲')],
  ['lines', fieldOf.lines('甲')],
  ['parties', fieldOf.parties('甲')],
  ['events', fieldOf.events('甲')],
])('an absent %s is a dash', (_type, field) => {
  for (const value of [null, undefined, []]) expect(show(field, value).textContent).toBe('-')
})

describe('a word', () => {
  test('has the colour of its meaning', () => {
    expect(show(performance, '全部未履行').querySelector('bdi')?.className).toContain('red')
    expect(show(performance, '全部已履行').querySelector('bdi')?.className).toContain('green')
  })

  test('has no colour in a past record', () => {
    expect(show(performance, '全部未履行', { isPlain: true }).querySelector('bdi')?.className).not.toContain('red')
  })
})

describe('a name', () => {
  test('links to the company it names', () => {
    const link = show(fieldOf.named('申请人'), '北辰演示制造有限公司', { companyId: 'c-2' }).querySelector('a')
    expect(link?.getAttribute('href')).toBe('/company/detail?id=c-2&tab=overview')
  })

  test('does not link a company to itself', () => {
    const own = show(fieldOf.named('名称'), '澜山演示贸易有限公司', { companyId: 'c-1', ownId: 'c-1' })
    expect(own.querySelector('a')).toBeNull()
    expect(own.querySelector('bdi')?.textContent).toBe('澜山演示贸易有限公司')
  })
})

describe('a link of a source', () => {
  test('opens in a new window without a reference to the app', () => {
    const link = show(fieldOf.link('限消令'), 'https://www.example.com/a.pdf').querySelector('a')
    expect(link?.getAttribute('target')).toBe('_blank')
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '<img>'])('%s is text', (address) => {
    const container = show(fieldOf.link('限消令'), address)
    expect(container.querySelector('a, img')).toBeNull()
    expect(container.textContent).toBe(address)
  })
})

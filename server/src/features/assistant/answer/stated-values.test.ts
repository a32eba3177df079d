import { expect, it } from 'vitest'
import { dateAt, isSameDate, isSameNumber, numberAt } from './stated-values.ts'

const statedIn = (text: string) => numberAt(text, 0)?.stated

it.each([
  ['911,419.71万元', 9_114_197_100, '元'],
  ['3亿元人民币', 3e8, '元'],
  ['二百零五条', 205, '条'],
  ['两家', 2, '家'],
  ['十二名', 12, '人'],
  ['百分之三十', 30, '%'],
  ['第3位', 3, '位'],
  ['-3.5%', -3.5, '%'],
  ['100万股', 1e6, '股'],
  ['1,200', 1200, ''],
])('%s is read with its unit', (text, number, unit) => {
  expect(statedIn(text)).toMatchObject({ number, unit, isRounded: false })
})

it.each([
  ['2911142855元', true],
  ['291114.2855万元', true],
  ['29.111428550亿元', true],
  ['约29.11亿元', true],
  ['约29亿元', true],
  ['29.11亿元', false],
  ['约29.12亿元', false],
  ['291114.2855万美元', false],
])('%s equals 291,114.2855 万元: %s', (text, isSame) => {
  const stated = statedIn(text)
  expect(stated !== undefined && isSameNumber(stated, { number: 291_114.2855, unit: '万元' })).toBe(isSame)
})

it('large amounts are compared to the last digit', () => {
  const field = { number: 123_456_789_012.34, unit: '元' }
  const same = (text: string) => isSameNumber(statedIn(text) ?? expect.fail(), field)
  expect([same('123,456,789,012.34元'), same('123,456,789,012.35元'), same('12,345,678.901234万元')]).toEqual([
    true,
    false,
    true,
  ])
})

it.each([
  ['2026年6月30日', '2026-06-30'],
  ['2026/6/30', '2026-06-30'],
  ['2026年6月', '2026-06'],
  ['2026年', '2026'],
])('%s is a date', (text, date) => {
  expect(dateAt(text, 0)).toEqual({ date, length: text.length })
})

it('a date may be less exact than its source, never more', () => {
  expect(isSameDate('2026-06', '2026-06-30')).toBe(true)
  expect(isSameDate('2026-06-30', '2026-06')).toBe(false)
  expect(isSameDate('2026-0', '2026-06-30')).toBe(false)
})

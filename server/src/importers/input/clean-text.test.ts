import { describe, expect, it } from 'vitest'
import { cleanText, isNoValue, joinLines, mayNeedCleaning, withoutPrivateUse } from './clean-text.ts'

const name = '深圳澜巳演示有限公司'

describe('a text of a file', () => {
  it.each([
    ['\u202e', 'U+202E'],
    ['\u200b', 'U+200B'],
    ['\u200e', 'U+200E'],
    ['\u2066', 'U+2066'],
    ['\ufeff', 'U+FEFF'],
    ['\u00ad', 'U+00AD'],
    ['\u2060', 'U+2060'],
    ['\u{e0041}', 'U+E0041'],
    ['\u3164', 'U+3164'],
    ['\ufe0f', 'U+FE0F'],
    ['\u0090', 'U+0090'],
    ['&#8203;', '&#8203;'],
    ['&#x202E;', '&#x202E;'],
    ['&zwnj;', '&zwnj;'],
  ])('loses %j', (unseen) => {
    const written = name.slice(0, 3) + unseen + name.slice(3) + unseen
    expect(mayNeedCleaning(written)).toBe(true)
    expect(cleanText(written)).toBe(name)
  })

  it.each([
    ['深圳H&amp;M澜辰演示有限公司', '深圳H&M澜辰演示有限公司'],
    ['深圳H&amp;amp;M澜辰演示有限公司', '深圳H&M澜辰演示有限公司'],
    ['澜山&#183;演示&middot;公司', '澜山·演示·公司'],
    ['澜山&nbsp;演示', '澜山 演示'],
    ['&lt;演示&gt;&quot;公司&quot;', '<演示>"公司"'],
    ['&ldquo;澜山&rdquo;演示', '“澜山”演示'],
    ['&#x6f9c;山演示', '澜山演示'],
  ])('%s is read as %s', (written, read) => {
    expect(cleanText(written)).toBe(read)
  })

  it.each([
    'H&M',
    'AT&T演示',
    'https://demo.example/?a=1&copy=2&region=3',
    '&#0;',
    '&#xD800;',
    '&unknown;',
    '𠮷野演示',
  ])('%s stays as it is', (written) => {
    expect(cleanText(written)).toBe(written)
  })
})

it('loses characters of private use', () => {
  expect(withoutPrivateUse('澜\ue000山\u{100000}')).toBe('澜山')
})

it.each([
  ['深圳澜卯\n演示有限公司', '深圳澜卯演示有限公司'],
  ['深圳澜卯 \r\n 演示有限公司\n', '深圳澜卯演示有限公司'],
  ['Lanshan\nDemo\r\nCo., Ltd.', 'Lanshan Demo Co., Ltd.'],
  ['演示路1号\n2室', '演示路1号2室'],
  ['澜山\u2028演示', '澜山演示'],
  ['Demo &\nSons', 'Demo & Sons'],
  ['澜山(集团)\n有限公司', '澜山(集团)有限公司'],
])('the lines of %j are joined', (written, joined) => {
  expect(joinLines(written)).toBe(joined)
})

it.each(['', '-', '——', '/', '无', '（无）', '暂无相关信息', '未公布', '不适用', 'NULL', 'nan', '#N/A'])(
  '%j states no value',
  (cell) => {
    expect(isNoValue(cell)).toBe(true)
  },
)

it.each(['0', '无锡', '无限公司', '暂缓', '空气', '未公布公司名称'])('%j is a value', (cell) => {
  expect(isNoValue(cell)).toBe(false)
})

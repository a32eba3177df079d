import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coreName, foldName, nameKey, regionForms, withoutRegion } from './company-name.ts'

describe('nameKey', () => {
  test.each([
    ['比亚迪(深圳)有限公司', '比亚迪（深圳）有限公司'],
    ['比亞迪股份有限公司', '比亚迪股份有限公司'],
    ['ＴＣＬ科技集团股份有限公司', 'tcl科技集团股份有限公司'],
    ['万 科　A', '万科a'],
    ['阿尔山·演示•商贸', '阿尔山演示商贸'],
    ['演示【北京】“科技”', '演示(北京)科技'],
    ['Cafe\u0301 Demo Co., Ltd.', 'CAFÉ DEMO CO,LTD'],
    ['演\u200b示\u0000\ufe0f\ud800公司', '演示公司'],
    ['⼆⼿車', '二手车'],
  ])('%s and %s share one key', (a, b) => {
    expect(nameKey(a)).toBe(nameKey(b))
  })

  test('different names have different keys', () => {
    expect(nameKey('演示电子')).not.toBe(nameKey('演示电器'))
  })

  test('a text without comparable characters has an empty key', () => {
    expect(nameKey(' \u3000·\u0000\udfff')).toBe('')
  })

  test('a very long name is folded completely', () => {
    expect(nameKey('演示'.repeat(50_000))).toHaveLength(100_000)
  })

  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('演', '（', ')', ' ', '·', 'É', '\u0301', '\ud83d', '𠵾', '㗲', 'ﬁ', '臺', 'Ａ'),
    }),
  )

  test('folding is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(nameKey(nameKey(text))).toBe(nameKey(text))
      }),
    )
  })

  test('the key with offsets equals the key, and its offsets are ordered and inside the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { key, starts, ends } = foldName(text)
        expect(key).toBe(nameKey(text))
        expect(starts).toHaveLength(key.length)
        expect(ends).toHaveLength(key.length)
        starts.forEach((start, unit) => {
          expect(start).toBeGreaterThanOrEqual(starts[unit - 1] ?? 0)
          expect(ends[unit]).toBeGreaterThan(start)
          expect(ends[unit]).toBeLessThanOrEqual(text.length)
        })
      }),
    )
  })
})

test('offsets lead to the original characters', () => {
  const name = '演示 （ 北京 ） Ａ'
  const { key, starts, ends } = foldName(name)
  const at = key.indexOf('北京')
  expect(name.slice(starts[at], ends[at + 1])).toBe('北京')
  expect(name.slice(starts[key.length - 1], ends[key.length - 1])).toBe('Ａ')
})

test.each([
  ['比亚迪股份有限公司', '比亚迪'],
  ['万科企业股份有限公司', '万科企业'],
  ['演示(集团)股份有限公司', '演示'],
  ['演示集团有限责任公司', '演示'],
  ['演示投资合伙企业(有限合伙)', '演示投资'],
  ['中国邮政集团公司', '中国邮政'],
  ['演示有限公司深圳分公司', '演示有限公司深圳分'],
  ['集团', '集团'],
  ['有限公司', '有限公司'],
])('the core of %s is %s', (key, core) => {
  expect(coreName(key)).toBe(core)
})

test('a region has the forms that names contain', () => {
  expect(regionForms('广东省深圳市')).toEqual(['广东省', '深圳市', '广东', '深圳'])
  expect(regionForms('新疆维吾尔自治区')).toEqual(['新疆维吾尔自治区', '新疆'])
  expect(regionForms('北京市')).toEqual(['北京市', '北京'])
})

test('a region before or inside the core is removed, unless the name is only a region', () => {
  const regions = regionForms('广东省深圳市')
  expect(withoutRegion('广东省深圳市演示科技', regions)).toBe('演示科技')
  expect(withoutRegion('深圳演示科技', regions)).toBe('演示科技')
  expect(withoutRegion('演示(深圳)科技', regions)).toBe('演示科技')
  expect(withoutRegion('深圳市', regions)).toBe('深圳市')
})

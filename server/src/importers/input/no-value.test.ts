import { expect, it } from 'vitest'
import { isNoValue } from './no-value.ts'

it.each(['', '-', '——', '/', '无', '（无）', '暂无相关信息', '未公布', '不适用', 'NULL', 'nan', '#N/A'])(
  '%j states no value',
  (cell) => {
    expect(isNoValue(cell)).toBe(true)
  },
)

it.each(['0', '无锡', '无限公司', '暂缓', '空气', '未公布公司名称'])('%j is a value', (cell) => {
  expect(isNoValue(cell)).toBe(false)
})

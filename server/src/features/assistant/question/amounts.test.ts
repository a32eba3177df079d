import { describe, expect, test } from 'vitest'
import { findAmounts } from './amounts.ts'

const amountsIn = (question: string) => findAmounts(question, () => false).map(({ value }) => value)

describe('amounts of a question', () => {
  test('excludes the bound of 超过 and 不到', () => {
    expect(amountsIn('注册资本超过1亿')).toMatchObject([{ least: 1e8, most: null, excludesLeast: true }])
    expect(amountsIn('注册资本不到十万元')).toMatchObject([{ least: null, most: 1e5, excludesMost: true }])
  })

  test('includes the bound of 以上, 以内, 不低于 and 不超过', () => {
    expect(amountsIn('五千万以上')).toMatchObject([{ least: 5e7, excludesLeast: false }])
    expect(amountsIn('1.5亿以内')).toMatchObject([{ most: 1.5e8, excludesMost: false }])
    expect(amountsIn('不低于100万')).toMatchObject([{ least: 1e6, excludesLeast: false }])
    expect(amountsIn('不超过100万')).toMatchObject([{ most: 1e6, excludesMost: false }])
  })

  test('gives both ends of a range the unit of the second', () => {
    expect(amountsIn('1000到5000万之间')).toMatchObject([{ least: 1e7, most: 5e7 }])
  })

  test('reads shares in %', () => {
    expect(amountsIn('持股5%以上')).toMatchObject([{ least: 5, isShare: true }])
    expect(amountsIn('持股超过百分之五')).toMatchObject([{ least: 5, isShare: true, excludesLeast: true }])
  })

  test('reads no count and no name as an amount', () => {
    expect(amountsIn('有3家')).toEqual([])
    expect(amountsIn('八亿时空的法人')).toEqual([])
  })
})

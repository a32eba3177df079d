import { describe, expect, it } from 'vitest'
import { amountIn, readCapital, readPhones, readTerm, readTermEnd } from './cell-values.ts'

describe('an amount of capital', () => {
  it.each([
    ['1000万人民币', 1000, '万元', '人民币'],
    ['305843.0395万元人民币', 305_843.0395, '万元', '人民币'],
    ['1,000万元', 1000, '万元', undefined],
    ['50万美元', 50, '万元', '美元'],
    ['5亿元', 50_000, '万元', undefined],
    ['人民币1000万元整', 1000, '万元', '人民币'],
    ['1000(万元)', 1000, '万元', undefined],
    ['1000000元', 100, '万元', undefined],
    ['1000.000000万人民币元', 1000, '万元', '人民币'],
    ['1000', 1000, undefined, undefined],
    ['1000万两', 1000, '万元', '两'],
    ['1,0000,0000元', 10_000, '万元', undefined],
    ['€200,000', 20, '万元', '欧元'],
    ['HK$ 3,000万', 3000, '万元', '港元'],
    ['100万欧元(EUR)', 100, '万元', '欧元'],
    ['100万元(USD)', 100, '万元', 'USD'],
    ['注册资本：1000万元人民币', 1000, '万元', '人民币'],
    ['500万元人民币（认缴）', 500, '万元', '人民币'],
    ['十万', 10, '万元', undefined],
    ['壹佰万元整', 100, '万元', undefined],
    ['两百万元', 200, '万元', undefined],
  ])('is read from %s', (cell, value, unit, currency) => {
    expect(readCapital(cell)).toEqual({ value, unit, currency })
  })

  it.each(['-5', '1e400', '一百五万元', '1-2万元', '100,5万元', '1,00万元'])('is not read from %s', (cell) => {
    expect(readCapital(cell)).toHaveProperty('reason')
  })

  it('has no unit when that of its column is not known', () => {
    const stated = { value: 5, unit: undefined, currency: undefined }
    expect(amountIn(stated, undefined)).toEqual({ value: 5, unit: '万元' })
    expect(amountIn(stated, '万')).toEqual({ value: 5, unit: '万元' })
    expect(amountIn(stated, '两')).toBeNull()
  })
})

describe('phone numbers', () => {
  it.each([
    ['13900000003、13900000004', ['13900000003', '13900000004']],
    ['0755-28880000,13900000002', ['0755-28880000', '13900000002']],
    ['13900000012/0755-28880000', ['13900000012', '0755-28880000']],
    ['13900000013 13900000014', ['13900000013', '13900000014']],
    ['13900000009（演示甲）', ['13900000009']],
    ['演示甲13900000010', ['13900000010']],
    ['+86 139 0000 0011；(0755)28880000转801', ['13900000011', '0755-28880000-801']],
    ['400-000-0000', ['4000000000']],
    ['tel:+86 (755) 2888 0000', ['0755-28880000']],
    ['(+86)755 2888 0000*801', ['0755-28880000-801']],
    ['138 0013 8000；0755 2888 0000', ['13800138000', '0755-28880000']],
  ])('are read from %s', (cell, numbers) => {
    expect(readPhones(cell)).toEqual(numbers)
  })

  // Of ten digits no eight are a number; without its code the third would be of another country.
  it.each(['见官网', '1380013800', '00852-23456789'])('are lost from %s', (cell) => {
    expect(readPhones(cell)).toHaveProperty('reason')
  })
})

describe('a term', () => {
  it.each([
    ['2019-03-05-2039-03-04', '2019-03-05', '2039-03-04'],
    ['2019-03-05-长期', '2019-03-05', undefined],
    ['2019-03-05至2039-03-04', '2019-03-05', '2039-03-04'],
    ['2019年3月5日 至 长期', '2019-03-05', undefined],
    ['2019/3/5~9999-12-31', '2019-03-05', undefined],
    ['20190305-20390304', '2019-03-05', '2039-03-04'],
    ['2019-03-05至2039-03-04（20年）', '2019-03-05', '2039-03-04'],
  ])('is read from %s', (cell, from, to) => {
    expect(readTerm(cell)).toEqual({ from, to })
  })

  it.each([
    ['无固定期限', undefined],
    ['永久', undefined],
    ['9999-09-09', undefined],
    ['2999-12-31', undefined],
    ['2019-03-05至无固定期限', undefined],
    ['2039-03-04', '2039-03-04'],
  ])('ends as in %s', (cell, day) => {
    expect(readTermEnd(cell)).toBe(day)
  })
})

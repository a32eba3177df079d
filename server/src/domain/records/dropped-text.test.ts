import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditCodeCheck } from '../company/credit-code.ts'
import { withoutPersonalData } from './dropped-text.ts'

describe('of a natural person is removed', () => {
  it.each([
    ['home address', '被告演示甲，住演示市示例区演示路1号，系本案当事人。', '被告演示甲，系本案当事人。'],
    ['home address behind a comma', '原告演示甲，住所地演示市示例区演示路2号，2单元301室。', '原告演示甲。'],
    ['home address in brackets', '演示甲（住演示省演示市）系该公司员工', '演示甲系该公司员工'],
    ['home address without a comma', '原告演示甲现住演示市示例村3组。', '原告演示甲。'],
    ['home address of someone who acts', '委托代理人演示乙，户籍地演示省演示县演示乡。', '委托代理人演示乙。'],
    [
      'sex, birth and ethnic group',
      '原告：演示甲，男，1980年1月1日出生，汉族，个体经营者。',
      '原告：演示甲，个体经营者。',
    ],
    ['sex said in other words', '演示甲，性别：女，生于1990年2月，无业', '演示甲，无业'],
    ['account', '汇入账号：6222 0212 3456 7890 123。', '汇入账号：×××。'],
    ['card number by itself', '转入4111111111111111内', '转入×××内'],
    ['plate', '查封粤B·D1234警及车牌号为演A12345的车辆', '查封×××及车牌号为×××的车辆'],
    ["a judge's phone", '联系人：演示法官，联系电话：0990-1234567。', '联系人：演示法官。'],
    ['landline by itself', '书记员演示乙（0990）1234567', '书记员演示乙×××'],
  ])('the %s', (_what, text, stored) => expect(withoutPersonalData(text)).toBe(stored))

  it.each([
    ['身份证号990001198001011234', '身份证号990001********1234'],
    ['９９０００１１９８００１０１１２３Ｘ', '990001********123X'],
    ['990001 19800101 123x', '990001********123X'],
    ['9900011980****1234', '990001********1234'],
    ['身份证 990001800101123', '身份证 990001********1123'],
    ['手机13812345678', ''],
    ['请拨打 138 1234 5678', '请拨打 138****5678'],
    ['＋８６１３９１２３４５６７８', '139****5678'],
  ])('identifying details: %s', (text, stored) => expect(withoutPersonalData(text)).toBe(stored))
})

describe('stays unchanged', () => {
  it.each([
    '被告：澜山演示贸易有限公司，住所地演示市示例区1号。法定代表人：演示乙，总经理。',
    '被告：澜山演示贸易有限公司。住所地：演示市示例区1号。',
    '通过登记的住所或者经营场所无法联系',
    '地址变更（住所地址、经营场所、驻在地址等变更）',
    '住所：演示市示例区演示路1号',
    '将其名下位于演示市的住宅及住房公积金予以查封。',
    '统一社会信用代码91990001MA0TE5T16H，注册号990001131419677',
    '演示回族自治县人民法院（2024）演0101执1234号',
    '罚款人民币 20,000 元，自2024年1月2日起三年',
    '限制被执行人购买不动产；子女就读高收费私立学校',
  ])('%s', (text) => expect(withoutPersonalData(text)).toBe(text))
})

const oneOf = (characters: string) => fc.constantFrom(...Array.from(characters))
const han = fc.string({ unit: oneOf('演示甲乙丙有限公司市区路的，。、：（） '), maxLength: 12 })
const digits = (length: number) => fc.string({ unit: oneOf('0123456789'), minLength: length, maxLength: length })
const day = fc.date({ min: new Date('1930-01-01'), max: new Date('2020-12-31'), noInvalidDate: true })
const identityNumber = fc
  .tuple(
    fc.tuple(oneOf('12345678'), digits(5)).map((parts) => parts.join('')),
    day,
    digits(3),
    oneOf('0123456789Xx'),
  )
  .map(
    ([region, born, order, check]) => `${region}${born.toISOString().slice(0, 10).replaceAll('-', '')}${order}${check}`,
  )
const mobile = fc.tuple(fc.constantFrom('13', '15', '17', '18', '19'), digits(9)).map((parts) => parts.join(''))
const home = fc
  .tuple(fc.constantFrom('住', '现住', '住址：', '户籍地', '家住', '住所地'), digits(2))
  .map(([lead, number]) => `，${lead}演示市秘密路${number}号，`)
const fullWidth = (text: string) => text.replace(/[\d]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

describe('in any surrounding text', () => {
  it('no identity number, mobile number or home of a person remains', () => {
    const secret = fc.oneof(
      identityNumber.map((number) => ({ number, stated: number })),
      mobile.map((number) => ({ number, stated: number })),
      identityNumber.map((number) => ({ number, stated: fullWidth(number) })),
      mobile.map((number) => ({ number, stated: `${number.slice(0, 3)}-${number.slice(3, 7)}-${number.slice(7)}` })),
      home.map((stated) => ({ number: '秘密路', stated: `原告演示甲${stated}` })),
    )
    fc.assert(
      fc.property(han, secret, han, (before, { number, stated }, after) => {
        const stored = withoutPersonalData(`${before}。${stated} ${after}`)
        expect(stored.replace(/[\s-]/g, '').toUpperCase()).not.toContain(number.toUpperCase())
        expect(stored).not.toMatch(/\d{17}[\dXx]|(?<!\d)1[3-9]\d{9}(?!\d)/)
      }),
      { numRuns: 1_000 },
    )
  })

  it('a credit code of a company stays', () => {
    const code = digits(7).map((number) => `91990001MA${number}`)
    fc.assert(
      fc.property(han, code, han, (before, seventeen, after) => {
        const whole = `${seventeen}${creditCodeCheck(seventeen)}`
        expect(withoutPersonalData(`${before}${whole}${after}`)).toContain(whole)
      }),
      { numRuns: 200 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import { isPersonName, partyTypeOf } from './person-name.ts'

describe('a name belongs to a natural person', () => {
  it.each([
    '演示甲',
    '演示',
    '欧阳演示',
    '演 示 甲',
    '演知行',
    '演建社',
    '演大学',
    '演某某',
    '阿依·买买提·演示',
    '阿卜杜演示热合曼',
    'John Demo',
    'JOHN A. DEMO',
    '演示甲等 12 人',
    '演示甲、演示乙',
    '1234',
  ])('%s', (name) => expect(isPersonName(name)).toBe(true))
})

describe('a name belongs to an organisation', () => {
  it.each([
    '甲公司',
    '澜山演示贸易有限公司',
    '澜山演示贸易有限公司（演示市）',
    '演示市示例区人民法院',
    '演示市市场监督管理局',
    '演示大学',
    '演示市阿依·演示餐厅',
    '演示区老演豆腐坊',
    '演示乡演示村民委员会',
    '演示合伙企业（有限合伙）',
    'Lanshan Demo Trading Co., Ltd.',
    'DEMO GMBH',
    'Demo Holdings (HK) Limited',
  ])('%s', (name) => expect(isPersonName(name)).toBe(false))
})

it('the end of a name distinguishes companies from institutions', () => {
  expect(['演示甲', '澜山演示贸易有限公司', '演示市示例区人民检察院', '演示市税务局'].map(partyTypeOf)).toEqual([
    2, 1, 3, 3,
  ])
})

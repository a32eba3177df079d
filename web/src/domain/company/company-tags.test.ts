import { companyStatuses } from '@baiqicha/contract/company-status'
import { describe, expect, it } from 'vitest'
import { buildCompany } from '../../../test/company-builders.ts'
import { listCompanyTags } from './company-tags.tsx'

const dull = { status: null, businessType: null, jointStockType: null, isDemo: false } as const
const labels = (overrides: Parameters<typeof buildCompany>[0]) =>
  listCompanyTags(buildCompany({ ...dull, ...overrides })).map(({ tone, label }) => `${tone} ${label}`)

describe('listCompanyTags', () => {
  it.each(companyStatuses.filter((status) => status !== '其他'))(
    'shows the status %s, green only when live',
    (status) => {
      const tone = status === '存续' || status === '迁出' ? 'green' : 'red'
      expect(labels({ status })).toEqual([`${tone} ${status}`])
    },
  )

  it('hides the status tag when the status is 其他 or unknown', () => {
    expect(labels({ status: '其他' })).toEqual([])
    expect(labels({ status: null })).toEqual([])
  })

  it('shows both company types in blue, and none that is absent, - or 其他', () => {
    expect(labels({ businessType: '股份有限公司', jointStockType: '上市' })).toEqual(['info 股份有限公司', 'info 上市'])
    for (const value of [null, '', ' ', '-', '其他']) {
      expect(labels({ businessType: value, jointStockType: value })).toEqual([])
    }
  })

  it('shows a repeated company type once', () => {
    expect(labels({ businessType: '上市', jointStockType: '上市' })).toEqual(['info 上市'])
  })

  it('shows each risk in red if and only if its flag is true', () => {
    expect(labels({ isDishonestDebtor: true })).toEqual(['red 失信被执行人'])
    expect(labels({ isJudgmentDebtor: true })).toEqual(['red 被执行人'])
    expect(labels({ isConsumptionRestricted: true })).toEqual(['red 限制高消费'])
    expect(labels({})).toEqual([])
  })

  it('puts the demonstration tag last', () => {
    expect(labels({ status: '存续', isJudgmentDebtor: true, isDemo: true })).toEqual([
      'green 存续',
      'red 被执行人',
      'demo 演示数据',
    ])
  })
})

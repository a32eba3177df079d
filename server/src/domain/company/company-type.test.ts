import { describe, expect, it } from 'vitest'
import { companyTypeOf } from './company-type.ts'

describe('company type', () => {
  it.each([
    ['有限责任公司(自然人投资或控股)', 'limited'],
    ['有限责任公司(自然人独资)', 'limited'],
    ['有限责任公司 国有企业', 'limited'],
    ['股份有限公司(上市、国有控股)', 'jointStock'],
    ['全民所有制', 'stateOwned'],
    ['集体所有制', 'collective'],
    ['股份合作制', 'jointStockCooperative'],
    ['有限责任公司(台港澳与境内合资)', 'foreignInvested'],
    ['外商投资企业分公司', 'branch'],
    ['集体分支机构(非法人)', 'branch'],
    ['普通合伙', 'partnership'],
    ['个人独资企业', 'soleProprietorship'],
    ['农民专业合作社', 'cooperative'],
    ['来料加工', 'other'],
  ])('groups the register words %s', (words, type) => {
    expect(companyTypeOf(words)).toBe(type)
  })

  it('is unknown where the register says nothing', () => {
    expect(companyTypeOf(null)).toBeNull()
    expect(companyTypeOf(' ')).toBeNull()
  })
})

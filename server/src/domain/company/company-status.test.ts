import { companyStatuses } from '@baiqicha/contract/company-status'
import { describe, expect, it } from 'vitest'
import { companyTypeOf, hasEnded, normaliseStatus } from './company-status.ts'

describe('company status', () => {
  it.each([
    ['存续（在营、开业、在册）', '存续'],
    ['在营（开业）企业', '存续'],
    ['迁入', '存续'],
    ['仍注册', '存续'],
    [' 在业 ', '存续'],
    ['已迁出企业', '迁出'],
    ['吊销，未注销', '吊销'],
    ['吊销,已注销', '注销'],
    ['注销企业', '注销'],
    ['清算中', '清算'],
    ['责令关闭', '责令关闭'],
  ])('reads %s as %s', (raw, status) => {
    expect(normaliseStatus(raw)).toBe(status)
  })

  it('leaves normalised values unchanged', () => {
    for (const status of companyStatuses) expect(normaliseStatus(status)).toBe(status)
  })

  it('is null for no wording, and 其他 for an unknown one', () => {
    for (const raw of [null, '', ' ', '-']) expect(normaliseStatus(raw)).toBeNull()
    expect(normaliseStatus('上市')).toBe('其他')
    expect(normaliseStatus('constructor')).toBe('其他')
  })

  it('ends only with a stated end', () => {
    expect(['存续', '迁出', '其他', null].map(hasEnded)).toEqual([false, false, false, false])
    expect(['注销', '吊销', '清算'].map(hasEnded)).toEqual([true, true, true])
  })
})

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

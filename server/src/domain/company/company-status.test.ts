import { companyStatuses } from '@baiqicha/contract/company-status'
import { describe, expect, it } from 'vitest'
import { hasEnded, normaliseStatus } from './company-status.ts'

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

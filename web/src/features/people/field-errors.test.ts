import { expect, test } from 'vitest'
import { cleanCertNo, validateSearch } from './field-errors.ts'

const search = { name: '演示甲', subjectType: '自然人' as const, certNo: '', province: '' }
const fitting = Array.from('0123456789X').find(
  (last) => validateSearch({ ...search, certNo: `99000119900101123${last}` }).certNo === undefined,
)

test('a certificate number is optional', () => {
  expect(validateSearch(search)).toEqual({})
})

test('exactly one check character of an identity number is accepted, in any notation', () => {
  const typed = `990001 19900101-123${fitting?.toLowerCase()}`
  expect(validateSearch({ ...search, certNo: typed })).toEqual({})
  expect(cleanCertNo(typed)).toBe(`99000119900101123${fitting}`)
})

test.each(['990001900101123', '123X', '1234'])('%s has no check character and is accepted', (certNo) => {
  expect(validateSearch({ ...search, certNo })).toEqual({})
})

test.each([
  ['自然人', '', { name: '请输入被执行人姓名' }],
  ['自然人', '甲', { name: '请输入完整姓名' }],
  ['企业', '', { name: '请输入企业名称或代码' }],
  ['自然人', '演示%', { name: '请输入完整姓名' }],
  ['自然人', '15400000001', { name: '请输入完整姓名' }],
  ['企业', '甲', { name: '企业名称至少 2 个字' }],
  ['企业', '%%', { name: '企业名称至少 2 个字' }],
] as const)('%s with the name “%s”', (subjectType, name, errors) => {
  expect(validateSearch({ ...search, subjectType, name })).toEqual(errors)
})

test.each([
  ['自然人', `99000119900101123${fitting === '0' ? '1' : '0'}`, '身份证号校验位有误，请核对'],
  ['自然人', '123', '请输入完整身份证号或后 4 位'],
  ['企业', '91440300192317458E', '信用代码校验位有误，请核对'],
  ['企业', '19231745-7', '组织机构代码校验位有误，请核对'],
  ['企业', '1234', '请输入 9 位组织机构代码或 18 位信用代码'],
] as const)('%s with the certificate %s is reported at the field', (subjectType, certNo, error) => {
  expect(validateSearch({ ...search, subjectType, certNo })).toEqual({ certNo: error })
})

test.each(['91440300192317458F', '19231745-8'])('the code %s is accepted for a company', (certNo) => {
  expect(validateSearch({ ...search, subjectType: '企业', certNo })).toEqual({})
})

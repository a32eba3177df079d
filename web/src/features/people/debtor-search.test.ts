import { beforeEach, expect, test } from 'vitest'
import { saveRoute } from '../../platform/navigation/saved-route.ts'
import {
  cleanCertNo,
  rememberSearch,
  retainsSearch,
  searchOf,
  useSearchMemory,
  validateSearch,
} from './debtor-search.ts'

beforeEach(() => sessionStorage.clear())

const search = { name: '演示甲', subjectType: '自然人' as const, certNo: '', province: '' }

test.each([
  '/peopleSearch',
  '/peopleList',
  '/login',
  '/legalRisk/dishonestExecutorDetail',
  '/company/detail',
  '/overview/person',
  '/user/feedback',
])('%s retains the search', (path) => expect(retainsSearch(path)).toBe(true))

test.each(['/home', '/user', '/user/info', '/search', '/search/result', '/riskSearch', '/phoneSearch'])(
  '%s ends the search',
  (path) => expect(retainsSearch(path)).toBe(false),
)

test('Home retains the search while a login is to return to the list', () => {
  saveRoute({ pathname: '/peopleList', search: '' })
  expect(retainsSearch('/home')).toBe(true)
})

test('the search of a user is not shown to another user of the same window', () => {
  rememberSearch(search, 'u-1')
  expect(searchOf(useSearchMemory.getState(), 'u-1')).toEqual(search)
  expect(searchOf(useSearchMemory.getState(), 'u-2')).toBeNull()
})

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

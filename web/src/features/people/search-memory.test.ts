import { beforeEach, expect, test } from 'vitest'
import { saveRoute } from '../../platform/navigation/saved-route.ts'
import { rememberSearch, retainsSearch, searchOf, useSearchMemory } from './search-memory.ts'

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

import { expect, test } from 'vitest'
import { takeSavedRoute } from '../../platform/navigation/saved-route.ts'
import { saveNamedTarget } from './login-page.tsx'

test('the query of the login page names the target', () => {
  saveNamedTarget(new URLSearchParams({ to: '/search/result?keyword=%E6%AF%94&sort=capital' }))
  expect(takeSavedRoute()).toBe('/search/result?keyword=%E6%AF%94&sort=capital')
})

test.each(['', '/login', '//evil.example', 'https://evil.example/home', 'javascript:alert(1)', '/nowhere'])(
  '%j is no target',
  (to) => {
    saveNamedTarget(new URLSearchParams({ to }))
    expect(takeSavedRoute()).toBeNull()
  },
)

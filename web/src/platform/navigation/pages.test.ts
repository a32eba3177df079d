import { pagePaths } from '@baiqicha/contract/page-paths'
import { expect, it } from 'vitest'
import { pages } from './pages.ts'

it('the server allows links to exactly the pages of the app', () => {
  expect([...pagePaths].toSorted()).toEqual(pages.map(({ path }) => path).toSorted())
})

import { beforeEach, expect, test } from 'vitest'
import { useCachedViews } from './cached-views.ts'

const { add, remove, clear } = useCachedViews.getState()
const names = () => useCachedViews.getState().names

beforeEach(() => clear())

test('views are listed once, in the order of their first visits', () => {
  add({ name: 'home' })
  add({ name: 'search' })
  add({ name: 'home' })
  expect(names()).toEqual(['home', 'search'])
})

test('a view marked noCache is not listed', () => {
  add({ name: 'user', noCache: true })
  expect(names()).toEqual([])
})

test('a view is removed by name; an unknown name changes nothing', () => {
  add({ name: 'home' })
  add({ name: 'search' })
  remove('home')
  remove('elsewhere')
  expect(names()).toEqual(['search'])
})

import { beforeEach, expect, test } from 'vitest'
import { useCachedViews } from './cached-views.ts'

const { add, remove, clear } = useCachedViews.getState()
const names = () => useCachedViews.getState().names

beforeEach(() => clear())

test('lists a view once, in the order of first visits', () => {
  add({ name: 'home' })
  add({ name: 'search' })
  add({ name: 'home' })
  expect(names()).toEqual(['home', 'search'])
})

test('does not list a view marked noCache', () => {
  add({ name: 'user', noCache: true })
  expect(names()).toEqual([])
})

test('removes a view by name and ignores an unknown name', () => {
  add({ name: 'home' })
  add({ name: 'search' })
  remove('home')
  remove('elsewhere')
  expect(names()).toEqual(['search'])
})

import { beforeEach, expect, test } from 'vitest'
import { canGoBack, recordNavigation, useRouterHistory } from './use-go-back.ts'

const entries = () => useRouterHistory.getState().entries

beforeEach(() => {
  useRouterHistory.setState({ entries: [] })
  recordNavigation('POP', null, 'first')
})

test('the first page has no entry behind it', () => {
  expect(canGoBack()).toBe(false)
})

test('a push adds an entry, going back removes it', () => {
  recordNavigation('PUSH', 'first', 'second')
  recordNavigation('PUSH', 'second', 'third')
  expect(canGoBack()).toBe(true)
  recordNavigation('POP', 'third', 'first')
  expect(entries()).toEqual(['first'])
})

test('a replace replaces the current entry', () => {
  recordNavigation('PUSH', 'first', 'second')
  recordNavigation('REPLACE', 'second', 'instead')
  expect(entries()).toEqual(['first', 'instead'])
})

test('going forward adds the entry again', () => {
  recordNavigation('PUSH', 'first', 'second')
  recordNavigation('POP', 'second', 'first')
  recordNavigation('POP', 'first', 'second')
  expect(entries()).toEqual(['first', 'second'])
})

test('the list survives a reload', () => {
  recordNavigation('PUSH', 'first', 'second')
  expect(JSON.parse(sessionStorage.getItem('routerHistory') ?? '')).toEqual(['first', 'second'])
})

test('a visit that starts in a tab with an older visit has no entry behind it', () => {
  recordNavigation('PUSH', 'first', 'second')
  recordNavigation('POP', null, 'elsewhere')
  expect(entries()).toEqual(['elsewhere'])
  expect(canGoBack()).toBe(false)
})

test('a reload keeps the entries behind it', () => {
  recordNavigation('PUSH', 'first', 'second')
  recordNavigation('POP', null, 'second')
  expect(entries()).toEqual(['first', 'second'])
})

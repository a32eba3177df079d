import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { passTime } from '../../../test/time.ts'
import { truncateName, useRotatingPlaceholder } from './home-search-field.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

const names = ['甲', '乙', '丙']

test('rotates the names every 3 s and starts over after the last', () => {
  const { result } = renderHook(() => useRotatingPlaceholder(names, false))
  expect(result.current.text).toBe('甲')
  passTime(2999)
  expect(result.current.text).toBe('甲')
  passTime(1)
  expect(result.current.text).toBe('乙')
  passTime(6000)
  expect(result.current.text).toBe('甲')
})

test('pauses while focused and continues afterwards', () => {
  const { result, rerender } = renderHook(({ isPaused }) => useRotatingPlaceholder(names, isPaused), {
    initialProps: { isPaused: true },
  })
  passTime(30_000)
  expect(result.current.text).toBe('甲')
  rerender({ isPaused: false })
  passTime(3000)
  expect(result.current.text).toBe('乙')
})

test('without names shows the default text and suggests no name', () => {
  const { result, rerender } = renderHook(({ list }) => useRotatingPlaceholder(list, false), {
    initialProps: { list: names },
  })
  passTime(3000)
  rerender({ list: [] })
  expect(result.current).toEqual({ name: null, text: '请输入企业名称/简称' })
})

test('keeps the full name behind a truncated text', () => {
  const name = '澜山演示精密制造集团股份有限公司'
  const { result } = renderHook(() => useRotatingPlaceholder([name], false))
  expect(result.current).toEqual({ name, text: '澜山演示精密制造集团股份有…' })
})

test.each([
  ['一二三四五六七八九十一二三', '一二三四五六七八九十一二三'],
  ['一二三四五六七八九十一二三四', '一二三四五六七八九十一二三…'],
  ['𠮷'.repeat(14), `${'𠮷'.repeat(13)}…`],
  ['', ''],
])('%s is shown as %s', (name, shown) => {
  expect(truncateName(name)).toBe(shown)
})

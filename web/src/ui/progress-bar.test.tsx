import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { passTime } from '../../test/time.ts'
import { beginCall, useHasPendingCalls } from '../platform/api/pending-calls.ts'
import { ProgressBar } from './progress-bar.tsx'

const Bar = () => <ProgressBar active={useHasPendingCalls()} />
/** Starts a call. Returns the function that ends it. */
function begin(options?: { isBackground?: boolean }): () => void {
  const ends: (() => void)[] = []
  act(() => void ends.push(beginCall(options)))
  return () => ends.forEach((end) => end())
}

const bar = () => screen.queryByRole('progressbar')

test('shows while calls run and is complete at once when the last one ends', () => {
  vi.useFakeTimers()
  render(<Bar />)
  expect(bar()).toBeNull()
  const endFirst = begin()
  const endSecond = begin()
  expect(bar()?.getAttribute('value')).toBe('0.3')
  act(endFirst)
  expect(bar()?.hasAttribute('data-done')).toBe(false)
  act(endSecond)
  expect(bar()?.hasAttribute('data-done')).toBe(true)
  passTime(150)
  expect(bar()).toBeNull()
})

test('a call in the background does not show the bar', () => {
  render(<Bar />)
  const end = begin({ isBackground: true })
  expect(bar()).toBeNull()
  act(end)
  expect(bar()).toBeNull()
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { beginCall, whenSettled } from './pending-calls.ts'

function becomeIdle() {
  return vi.advanceTimersByTimeAsync(1_000)
}

function useTimers() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

test('a page that requests more from its first answer has its data only after the second', async () => {
  useTimers()
  const run = vi.fn<() => void>()
  const endFirst = beginCall()
  whenSettled(run)
  endFirst()
  const endSecond = beginCall()
  await becomeIdle()
  expect(run).not.toHaveBeenCalled()
  endSecond()
  await becomeIdle()
  expect(run).toHaveBeenCalledTimes(1)
})

test('what is cancelled while a call runs, or until the browser is idle, does not run', async () => {
  useTimers()
  const run = vi.fn<() => void>()
  const end = beginCall()
  const cancelFirst = whenSettled(run)
  const cancelSecond = whenSettled(run)
  cancelFirst()
  end()
  cancelSecond()
  whenSettled(run)()
  await becomeIdle()
  expect(run).not.toHaveBeenCalled()
})

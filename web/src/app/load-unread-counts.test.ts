import { expect, test, vi } from 'vitest'
import { logIn } from '../../test/render-app.tsx'
import { answer, buildUser } from '../../test/server.ts'
import { beginCall } from '../platform/api/pending-calls.ts'
import { clearSession } from '../platform/session/session-store.ts'
import { loadUnreadCounts } from './load-unread-counts.ts'

/** Longer than the browser takes to be idle. */
const becomeIdle = () => vi.advanceTimersByTimeAsync(1_000)

test.each([
  ['loads the user info after the calls of the first page', () => {}, 1],
  ['loads nothing for a user who has logged out in the meantime', clearSession, 0],
])('%s', async (_rule, meantime, expected) => {
  vi.useFakeTimers()
  logIn()
  const calls = answer('userDetail', buildUser())
  const endCall = beginCall()
  loadUnreadCounts()
  await becomeIdle()
  expect(calls).toEqual([])
  meantime()
  endCall()
  await becomeIdle()
  expect(calls.length).toBe(expected)
})

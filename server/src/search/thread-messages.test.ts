import { expect, it } from 'vitest'
import { isAppMessage } from './thread-messages.ts'

it('a message of a thread is ours when it has a type; those of node --watch have none', () => {
  expect(isAppMessage({ type: 'ready' })).toBe(true)
  expect(isAppMessage(JSON.parse('{"watch:import":["file:///a.ts"]}'))).toBe(false)
})

import { expect, it } from 'vitest'
import { isOwn } from './thread-messages.ts'

it('a message of a thread is ours when it has a type; those of node --watch have none', () => {
  expect(isOwn({ type: 'ready' })).toBe(true)
  expect(isOwn(JSON.parse('{"watch:import":["file:///a.ts"]}'))).toBe(false)
})

import { expect, it } from 'vitest'
import { isAppMessage } from './index-follower-port.ts'

it('accepts messages with a type and ignores those of node --watch, which have none', () => {
  expect(isAppMessage({ type: 'ready' })).toBe(true)
  expect(isAppMessage(JSON.parse('{"watch:import":["file:///a.ts"]}'))).toBe(false)
})

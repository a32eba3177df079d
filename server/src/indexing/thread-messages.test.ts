import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { onThreadMessage } from './thread-messages.ts'

it('passes over what Node itself says through the channel of a thread', () => {
  const worker = new EventEmitter()
  const heard: unknown[] = []
  onThreadMessage<{ type: string }>(worker, (message) => heard.push(message))
  worker.emit('message', { 'watch:import': ['file:///a.ts'] })
  worker.emit('message', { type: 'ready' })
  expect(heard).toEqual([{ type: 'ready' }])
})

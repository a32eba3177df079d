import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { createServiceOutage } from './service-outage.ts'

function open() {
  const lines: { level: string; event: string; detail: string; error?: string; count?: number }[] = []
  const log = createLogger('warn', (line) => lines.push(JSON.parse(line)))
  return { lines, outage: createServiceOutage(log, 'a service') }
}

const events = (lines: { event: string }[]) => lines.map(({ event }) => event)

it('logs the first failure with its cause, and no further one', () => {
  const { lines, outage } = open()
  for (const cause of ['connection refused', 'HTTP 503', 'late']) outage.failed(new Error(cause))
  expect(lines).toMatchObject([
    { level: 'error', event: 'service-failed', detail: 'a service', error: 'connection refused' },
  ])
})

it('logs the recovery with the number of failures, and no further success', () => {
  const { lines, outage } = open()
  outage.worked()
  outage.failed(new Error('late'))
  outage.failed(new Error('late'))
  outage.worked()
  outage.worked()
  expect(lines).toMatchObject([
    { event: 'service-failed' },
    { level: 'warn', event: 'service-recovered', detail: 'a service', count: 2 },
  ])
})

it('logs each outage anew', () => {
  const { lines, outage } = open()
  for (let turn = 0; turn < 2; turn += 1) {
    outage.failed(new Error('late'))
    outage.worked()
  }
  expect(events(lines)).toEqual(['service-failed', 'service-recovered', 'service-failed', 'service-recovered'])
})

it('is over when every part that failed has worked', () => {
  const { lines, outage } = open()
  outage.failed(new Error('no template'), 'login')
  outage.worked('register')
  outage.failed(new Error('no template'), 'login')
  outage.worked('register')
  expect(events(lines)).toEqual(['service-failed'])
  outage.worked('login')
  expect(events(lines)).toEqual(['service-failed', 'service-recovered'])
})

it('of the whole service is over when any part works', () => {
  const { lines, outage } = open()
  outage.failed(new Error('connection refused'))
  outage.worked('login')
  expect(events(lines)).toEqual(['service-failed', 'service-recovered'])
})

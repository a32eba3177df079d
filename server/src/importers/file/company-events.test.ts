import { expect, it } from 'vitest'
import { createEventRule, isLateEvent } from './company-events.ts'

const importedAt = Date.UTC(2026, 10, 23, 1)

it.each([
  [{ event_date: '2026-08-25', as_of: null }, false],
  [{ event_date: '2026-08-24', as_of: null }, true],
  [{ event_date: '2026-11-02', as_of: '2020' }, false],
  [{ event_date: null, as_of: '2025' }, true],
  [{ event_date: null, as_of: '2026' }, false],
  [{ event_date: null, as_of: '2026-07' }, true],
  [{ event_date: null, as_of: '2026-08' }, false],
  [{ event_date: null, as_of: null }, false],
])('calls an event with %j late: %s', (event, isLate) => {
  expect(isLateEvent(event, importedAt)).toBe(isLate)
})

it('counts the day of the import in China', () => {
  const event = { event_date: '2026-08-25', as_of: null }
  expect(isLateEvent(event, Date.UTC(2026, 10, 23, 15))).toBe(false)
  expect(isLateEvent(event, Date.UTC(2026, 10, 23, 16))).toBe(true)
})

it('makes no events of the files of a first load, nor of an import without events', () => {
  const writesEvents = createEventRule()
  const connected = { isConnected: true, withoutEvents: false }
  expect(writesEvents('punishment demo', { isConnected: false, withoutEvents: false })).toBe(false)
  expect(writesEvents('punishment demo', connected)).toBe(false)
  expect(writesEvents('branch demo', connected)).toBe(true)
  expect(writesEvents('branch demo', { isConnected: true, withoutEvents: true })).toBe(false)
})

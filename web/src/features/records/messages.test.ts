import { expect, test } from 'vitest'
import { hearingCountsText, hearingState } from './messages.ts'

const noon = Date.parse('2026-11-22T04:00:00.000Z')

test.each([
  ['2026-11-25 09:30', { isAhead: true, text: '即将开庭 · 3 天后' }],
  ['2026-11-22 09:30', { isAhead: true, text: '今天开庭' }],
  ['2026-11-21 16:00', { isAhead: false, text: '已开庭' }],
  ['2018-03-01', { isAhead: false, text: '已开庭' }],
])('the state of a hearing at %s', (hearingAt, state) => {
  expect(hearingState(hearingAt, noon)).toEqual(state)
})

test.each([
  [[], null],
  [['2026-11-25 09:30'], '即将 1'],
  [['2026-11-21', '2018-03-01'], '已开庭 2'],
  [['2026-11-22 09:30', '2026-11-21', '2018-03-01'], '即将 1 · 已开庭 2'],
])('the hearings at %j: %s', (hearings, text) => {
  expect(hearingCountsText(hearings, noon)).toBe(text)
})

import { expect, test } from 'vitest'
import { CLOCK_EVERY, MatchTally } from './match-tally.ts'

test('a tally is full once it has counted as many matches as requested', () => {
  const tally = new MatchTally()
  tally.start(2)
  tally.add()
  expect(tally).toMatchObject({ isOn: true, count: 1, isFull: false })
  tally.add()
  expect(tally).toMatchObject({ count: 2, isFull: true })
})

test('a tally is full from the start when nothing is to be counted', () => {
  const tally = new MatchTally()
  tally.start(0)
  expect(tally.isFull).toBe(true)
})

test('a tally is full once the time is over', () => {
  const tally = new MatchTally()
  tally.start(Number.POSITIVE_INFINITY, () => true)
  for (let match = 1; match < CLOCK_EVERY; match += 1) tally.add()
  expect(tally.isFull).toBe(false)
  tally.add()
  expect(tally.isFull).toBe(true)
})

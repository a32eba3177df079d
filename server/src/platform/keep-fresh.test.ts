import { expect, test } from 'vitest'
import { keepFresh } from './keep-fresh.ts'

function setUp() {
  const clock = { time: 1_000_000, now: () => clock.time }
  let reads = 0
  const told = keepFresh({ clock, read: async () => ++reads, milliseconds: 1_000 })
  return { clock, told }
}

test('is read once for as long as it is fresh', async () => {
  const { clock, told } = setUp()
  expect(await told()).toBe(1)
  clock.time += 999
  expect(await told()).toBe(1)
  clock.time += 1
  expect(await told()).toBe(2)
})

test('is read again where it does not suffice', async () => {
  const { told } = setUp()
  await told()
  expect(await told((value) => value > 1)).toBe(2)
  expect(await told((value) => value > 1)).toBe(2)
})

test('is read again where the clock was set back', async () => {
  const { clock, told } = setUp()
  await told()
  clock.time -= 1
  expect(await told()).toBe(2)
})

import { expect, test } from 'vitest'
import { keepLong } from './keep-long.ts'

function setUp() {
  const keep = keepLong<number[]>({ sizeOf: (list) => list.length, longFrom: 3, capacity: 8 })
  let reads = 0
  /** A list of so many, whose numbers tell how often lists were read. */
  const ask = (key: string, length: number) =>
    keep(key, async () => {
      reads += 1
      return Array.from({ length }, () => reads)
    })
  return { ask, keep }
}

test('a long result is told again under its key', async () => {
  const { ask } = setUp()
  expect(await ask('a', 3)).toEqual([1, 1, 1])
  expect(await ask('a', 3)).toEqual([1, 1, 1])
  expect(await ask('b', 3)).toEqual([2, 2, 2])
})

test('a short result is read each time', async () => {
  const { ask } = setUp()
  expect(await ask('a', 2)).toEqual([1, 1])
  expect(await ask('a', 2)).toEqual([2, 2])
})

test('those who ask at once wait for one reading', async () => {
  const { ask } = setUp()
  expect(await Promise.all([ask('a', 2), ask('a', 2)])).toEqual([
    [1, 1],
    [1, 1],
  ])
})

test('what was not asked for longest goes first', async () => {
  const { ask } = setUp()
  await ask('a', 4)
  await ask('b', 4)
  await ask('a', 4)
  await ask('c', 4)
  expect(await ask('a', 4)).toEqual([1, 1, 1, 1])
  expect(await ask('b', 4)).toEqual([4, 4, 4, 4])
})

test('a reading that failed is not told to who asks later', async () => {
  const { ask, keep } = setUp()
  await expect(keep('a', () => Promise.reject(new Error('no store')))).rejects.toThrow('no store')
  expect(await ask('a', 3)).toEqual([1, 1, 1])
})

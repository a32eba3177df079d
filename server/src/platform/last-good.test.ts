import { describe, expect, it } from 'vitest'
import { createLastGood } from './last-good.ts'

function open(patienceMs = 5) {
  const clock = { time: 1_000_000, now: () => clock.time }
  const stale: unknown[] = []
  return {
    clock,
    stale,
    get: createLastGood<number>({
      clock,
      freshMs: 100,
      patienceMs,
      abandonMs: 500,
      onStale: (error) => stale.push(error),
    }),
  }
}

const failing = () => Promise.reject(new Error('away'))
const hanging = () => new Promise<number>(() => {})

describe('the last good copy', () => {
  it('is served while it is fresh, and asked for again afterwards', async () => {
    const { get, clock } = open()
    expect(await get('a', async () => 1)).toBe(1)
    expect(await get('a', async () => 2)).toBe(1)
    clock.time += 100
    expect(await get('a', async () => 2)).toBe(2)
  })

  it.each([
    ['fails', failing],
    ['hangs', hanging],
  ])('stands in for a source that %s, and says so', async (_, source) => {
    const { get, clock, stale } = open()
    await get('a', async () => 1)
    clock.time += 1000
    expect(await get('a', source)).toBe(1)
    expect(stale).toHaveLength(1)
  })

  it('gives a hanging source up, so that one that came back is heard', async () => {
    const { get, clock } = open()
    await get('a', async () => 1)
    clock.time += 1000
    await get('a', hanging)
    clock.time += 1000
    expect(await get('a', async () => 2)).toBe(2)
  })

  it('is not invented: without one, the failure is told', async () => {
    await expect(open().get('a', failing)).rejects.toThrow('away')
  })

  it('asks the source once for many callers at once', async () => {
    const { get } = open()
    let asked = 0
    const source = async () => ++asked
    await Promise.all(Array.from({ length: 20 }, () => get('a', source)))
    expect(asked).toBe(1)
  })

  it('is served again when the clock was set back', async () => {
    const { get, clock } = open()
    await get('a', async () => 1)
    clock.time -= 1_000_000
    expect(await get('a', async () => 2)).toBe(2)
  })
})

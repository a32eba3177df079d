import { expect, it } from 'vitest'
import { createTraceSampler } from './open-traces.ts'

const sampled = { traceFlags: 1 }
const unsampled = { traceFlags: 0 }

function samplerOf(ratio: number) {
  const clock = { time: 1_000, drawn: 0 }
  const sample = createTraceSampler({ ratio, now: () => clock.time, random: () => clock.drawn })
  return { clock, sample }
}

it('traces the requests that are drawn below the ratio', () => {
  const { clock, sample } = samplerOf(0.25)
  clock.drawn = 0.24
  expect(sample(null)).toBe(true)
  clock.drawn = 0.25
  expect(sample(null)).toBe(false)
})

it('traces nothing at a ratio of 0', () => {
  expect(samplerOf(0).sample(null)).toBe(false)
})

it('follows the decision of a trusted caller, whatever the ratio', () => {
  expect(samplerOf(0).sample(sampled)).toBe(true)
  expect(samplerOf(1).sample(unsampled)).toBe(false)
})

it('traces at most 20 requests in a second, also those of a trusted caller', () => {
  const { clock, sample } = samplerOf(1)
  const countOf = (times: number) => Array.from({ length: times }, () => sample(sampled))
  expect(countOf(1_000).filter(Boolean)).toHaveLength(20)
  clock.time += 100
  expect(countOf(1_000).filter(Boolean)).toHaveLength(2)
})

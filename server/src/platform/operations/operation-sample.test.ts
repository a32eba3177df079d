import { describe, expect, it } from 'vitest'
import { bucketOf, emptyLoad, type LoadSample, percentileOf } from './operation-sample.ts'

/** A sample of answers with these latencies. */
function sampleOf(latencies: readonly number[]): LoadSample {
  const sample = { ...emptyLoad(), count: latencies.length }
  for (const one of latencies) sample.buckets[bucketOf(one)] = (sample.buckets[bucketOf(one)] ?? 0) + 1
  return sample
}

describe('a percentile', () => {
  it('is unknown without an answer', () => {
    expect(percentileOf(emptyLoad(), 0.99)).toBeNull()
  })

  it('lies in the bucket of its answer', () => {
    const sample = sampleOf([...Array.from({ length: 99 }, () => 4), 450])
    expect(percentileOf(sample, 0.5)).toBeGreaterThan(3)
    expect(percentileOf(sample, 0.5)).toBeLessThanOrEqual(5)
    expect(percentileOf(sample, 0.999)).toBeGreaterThan(300)
    expect(percentileOf(sample, 0.999)).toBeLessThanOrEqual(500)
  })

  it('is the last bound for answers that take longer', () => {
    expect(percentileOf(sampleOf([60_000]), 0.5)).toBe(5_000)
  })
})

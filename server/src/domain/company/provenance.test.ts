import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSupersededBy, leadingOrigin, type Origin } from './provenance.ts'

const at = (asOf: string | null, source = 'a'): Origin => ({ source, asOf })
const anyOrigin = fc.record({
  source: fc.constantFrom('a', 'b', 'c'),
  asOf: fc.constantFrom(null, '2021', '2021-06', '2021-06-30', '2021-12', '2022'),
})

describe('origins', () => {
  it.each([
    ['2021-06', '2021'],
    ['2021-06-30', '2021-06'],
    ['2021', '2022-01-01'],
    ['2021-12', '2021'],
  ])('as of %s is replaced by %s', (older, newer) => {
    expect(isSupersededBy(at(older), at(newer))).toBe(true)
    expect(isSupersededBy(at(newer), at(older))).toBe(false)
  })

  it('without a date is replaced by any with a date', () => {
    expect(isSupersededBy(at(null), at('1990'))).toBe(true)
  })

  it('with equal dates has the same winner in either order', () => {
    fc.assert(
      fc.property(anyOrigin, anyOrigin, (a, b) => {
        fc.pre(a.source !== b.source || a.asOf !== b.asOf)
        expect(isSupersededBy(a, b)).toBe(!isSupersededBy(b, a))
      }),
    )
  })

  it('leads when most facts share it, and the newer of equals', () => {
    expect(leadingOrigin([at('2026'), at('2021'), at('2021')])).toEqual(at('2021'))
    expect(leadingOrigin([at('2021'), at('2026')])).toEqual(at('2026'))
    expect(leadingOrigin([])).toBeNull()
  })
})

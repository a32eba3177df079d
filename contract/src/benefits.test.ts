import { describe, expect, test } from 'vitest'
import { type BenefitValue, benefits, userLevels } from './benefits.ts'
import { routes } from './routes/index.ts'

/** Worth of a value: nothing, a part described in words, everything. */
const worth = (value: BenefitValue) => (typeof value === 'string' ? 0.5 : Number(value))

describe('benefits', () => {
  test('are listed once each', () => {
    expect(new Set(benefits.map(({ key }) => key)).size).toBe(benefits.length)
    expect(new Set(benefits.map(({ name }) => name)).size).toBe(benefits.length)
  })

  test.each(benefits.filter(({ routes: calls }) => calls.length > 0))(
    '$name: every call of the benefit has the same access',
    ({ routes: calls }) => {
      expect(new Set(calls.map((key) => routes[key].access)).size).toBe(1)
    },
  )

  test.each(benefits)('$name: a higher level never gets less', ({ values }) => {
    const worths = userLevels.map((level) => worth(values[level]))
    expect(worths).toEqual(worths.toSorted((a, b) => a - b))
  })

  test.each(['home', 'company'])('facts are open to everyone: %s', (key) => {
    const row = benefits.find((benefit) => benefit.key === key)
    for (const level of userLevels) expect(row?.values[level]).toBeTruthy()
  })

  test.each(benefits)('$name: a number has a unit', ({ values, unit }) => {
    expect(userLevels.some((level) => typeof values[level] === 'number')).toBe(unit !== undefined)
  })
})

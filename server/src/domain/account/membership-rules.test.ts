import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isRunning, membershipEnd, parseMembershipRules, readChoices } from './membership-rules.ts'

const choice = (id: string) => ({ id, name: `名称${id}` })
const file = {
  giftYears: 2,
  careerLimit: 3,
  industryLimit: 2,
  careers: ['a', 'b', 'c', 'd'].map(choice),
  industries: ['a', 'x', 'y'].map(choice),
}
const rules = parseMembershipRules(JSON.stringify(file))

describe('the rules of membership', () => {
  test.each([
    ['an id twice', { ...file, careers: [choice('a'), choice('a')] }, '编号重复'],
    ['an id that would not survive a list of ids', { ...file, careers: [choice('a,b')] }, 'careers'],
    ['a choice without a name', { ...file, industries: [{ id: 'a', name: '' }] }, 'industries'],
    ['no choices', { ...file, careers: [] }, 'careers'],
    ['a limit no sentence has a word for', { ...file, careerLimit: 10 }, 'careerLimit'],
    ['a word that is not known', { ...file, giftDays: 1 }, 'giftDays'],
  ])('are refused with %s', (_what, wrong, stated) => {
    expect(() => parseMembershipRules(JSON.stringify(wrong))).toThrow(stated)
  })
})

describe('choices', () => {
  test('stay in the order they were made', () => {
    expect(readChoices(rules, 'career', 'c,a')).toEqual({ ok: true, value: ['c', 'a'] })
    expect(readChoices(rules, 'career', 'a,b,c')).toEqual({ ok: true, value: ['a', 'b', 'c'] })
  })

  test('may be empty', () => {
    expect(readChoices(rules, 'industry', '')).toEqual({ ok: true, value: [] })
  })

  test('are limited per kind', () => {
    expect(readChoices(rules, 'career', 'a,b,c,d')).toEqual({
      ok: false,
      error: { type: 'tooMany', kind: 'career', limit: 3 },
    })
    expect(readChoices(rules, 'industry', 'a,x,y')).toEqual({
      ok: false,
      error: { type: 'tooMany', kind: 'industry', limit: 2 },
    })
  })

  test.each(['a,a', 'x', 'a,', ',', ' a', 'A', 'a，b', 'toString'])('%j is refused', (joined) => {
    expect(readChoices(rules, 'career', joined)).toEqual({ ok: false, error: { type: 'unfit', kind: 'career' } })
  })
})

const DAY = 86_400_000
const at = (instant: string) => Date.parse(instant)

/** Reference calculation with the system's calendar, far slower. */
const shanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const inShanghai = (instant: number) => shanghai.format(instant)

function sameDayLater(instant: number, years: number) {
  const [year = '', month = '', day = ''] = (inShanghai(instant).split(' ')[0] ?? '').split('-')
  const laterYear = Number(year) + years
  const isLeap = (laterYear % 4 === 0 && laterYear % 100 !== 0) || laterYear % 400 === 0
  return `${laterYear}-${month}-${month === '02' && day === '29' && !isLeap ? '28' : day} 23:59:59`
}

afterEach(() => vi.unstubAllEnvs())

describe('the end of a membership', () => {
  test.each([
    ['2026-11-22T08:00:00+08:00', '2028-11-22T23:59:59+08:00'],
    ['2026-11-22T23:59:59+08:00', '2028-11-22T23:59:59+08:00'],
    ['2026-11-23T00:00:00+08:00', '2028-11-23T23:59:59+08:00'],
    // In UTC this is still the day before.
    ['2026-12-31T16:00:00Z', '2029-01-01T23:59:59+08:00'],
    ['2028-02-29T12:00:00+08:00', '2030-02-28T23:59:59+08:00'],
    ['2026-02-28T12:00:00+08:00', '2028-02-28T23:59:59+08:00'],
  ])('for a start at %s is %s', (from, end) => {
    expect(membershipEnd(at(from), 2)).toBe(at(end))
  })

  test.each(['Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati'])(
    'is on the same day two years later for every day of 2024 to 2036, on a machine in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      const wrong: string[] = []
      for (let from = at('2024-01-01T00:00:00+08:00'); from < at('2037-01-01T00:00:00+08:00'); from += DAY) {
        const end = inShanghai(membershipEnd(from, 2))
        if (end !== sameDayLater(from, 2)) wrong.push(`${inShanghai(from)}: ${end}`)
      }
      expect(wrong).toEqual([])
    },
  )

  test('does not depend on the hour, and a year has at least 365 days', () => {
    const days = fc.integer({
      min: at('2024-01-01T00:00:00+08:00') / 1000,
      max: at('2036-12-31T00:00:00+08:00') / 1000,
    })
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 10 }), (seconds, years) => {
        const end = membershipEnd(seconds * 1000, years)
        expect(inShanghai(end)).toBe(sameDayLater(seconds * 1000, years))
        expect(end - seconds * 1000).toBeGreaterThanOrEqual(years * 365 * DAY)
      }),
      { numRuns: 1_000 },
    )
  })
})

test('a membership runs through its last second and not longer', () => {
  const end = at('2028-11-22T23:59:59+08:00')
  expect(isRunning(end, end)).toBe(true)
  expect(isRunning(end, end + 999)).toBe(true)
  expect(isRunning(end, at('2028-11-23T00:00:00+08:00'))).toBe(false)
  expect(isRunning(null, 0)).toBe(false)
})

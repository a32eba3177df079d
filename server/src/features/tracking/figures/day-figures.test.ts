import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildTrackedEvent } from '../../../../test/tracking/events.ts'
import type { TrackedEvent } from '../tracked-event.ts'
import { createDayFold, type DayFigures, OTHER, type StoredFigure, type SubjectFact } from './day-figures.ts'
import { parseFunnel } from './funnel.rules.ts'

const steps = parseFunnel(readFileSync(new URL('../../../../../data/funnel.json', import.meta.url), 'utf8'))
const start = Date.UTC(2026, 10, 23, 2)
const minutes = (count: number) => start + count * 60_000

const page = (device: bigint, minute: number, pageKey: string, more: Partial<TrackedEvent> = {}) =>
  buildTrackedEvent({ device, at: minutes(minute), pageKey, ...more })
const click = (device: bigint, minute: number, trackId: string, more: Partial<TrackedEvent> = {}) =>
  buildTrackedEvent({ type: 'click', device, at: minutes(minute), trackId, ...more })
const change = (device: bigint, minute: number, newDevice: bigint) =>
  buildTrackedEvent({ type: 'device_change', device, at: minutes(minute), newDevice })

function figuresOf(events: readonly TrackedEvent[], facts: readonly SubjectFact[] = []): DayFigures {
  const fold = createDayFold(steps, facts)
  for (const event of events.toSorted((a, b) => Number(a.device - b.device) || a.at - b.at)) fold.add(event)
  return fold.finish()
}

/** Counts and people of a figure by value. */
function rowsOf({ rows, people }: DayFigures, figure: StoredFigure) {
  return Object.fromEntries(
    rows
      .filter((row) => row.figure === figure)
      .map((row) => [
        row.value,
        { count: row.count, people: row.people.map((at) => people[at]?.keys[0] ?? '').toSorted() },
      ]),
  )
}

describe('a visit', () => {
  it('is the events of one device with gaps below 30 minutes', () => {
    const figures = figuresOf([page(1n, 0, 'home'), click(1n, 29, 'a'), page(1n, 58, 'home'), page(1n, 88, 'home')])
    expect(rowsOf(figures, 'visits')['']?.count).toBe(2)
  })

  it('belongs to the channel and platform of its first event', () => {
    const context = { fr: 'share', platform: 'wechat', platformType: 'mini-program', os: '', screen: '1x1' } as const
    const figures = figuresOf([page(1n, 0, 'home', { context }), page(1n, 1, 'search')])
    expect(figures.rows.map(({ fr, platformType }) => `${fr} ${platformType}`)).toEqual(
      figures.rows.map(() => 'share mini-program'),
    )
    expect(rowsOf(figures, 'devices')).toEqual({ wechat: { count: 1, people: ['d1'] } })
  })
})

describe('a person', () => {
  it('is the device of a visitor', () => {
    const figures = figuresOf([page(1n, 0, 'home'), page(2n, 0, 'home')])
    expect(rowsOf(figures, 'visits')['']?.people).toEqual(['d1', 'd2'])
  })

  it('is the user who logged in later that day, on every device', () => {
    const figures = figuresOf([
      page(1n, 0, 'home'),
      page(1n, 100, 'search', { subject: 7 }),
      page(2n, 5, 'home', { subject: 7 }),
    ])
    expect(rowsOf(figures, 'visits')).toEqual({ '': { count: 3, people: ['s7'] } })
    expect(rowsOf(figures, 'pages')['home']).toEqual({ count: 2, people: ['s7'] })
  })

  it('before a login is the next user of the device, after the last one that user', () => {
    const figures = figuresOf([
      page(1n, 0, 'home'),
      page(1n, 1, 'user', { subject: 7 }),
      page(1n, 2, 'login'),
      page(1n, 3, 'user', { subject: 8 }),
      page(1n, 4, 'ai'),
    ])
    const pages = rowsOf(figures, 'pages')
    expect([pages['home']?.people, pages['login']?.people, pages['ai']?.people]).toEqual([['s7'], ['s8'], ['s8']])
  })

  it('stays one when the device id changes, whichever device is read first', () => {
    for (const [old, replaced] of [
      [1n, 2n],
      [2n, 1n],
    ] as const) {
      const figures = figuresOf([
        page(old, 0, 'home'),
        change(old, 1, replaced),
        page(replaced, 3, 'search', { subject: 7 }),
      ])
      expect(rowsOf(figures, 'visits')).toEqual({ '': { count: 1, people: ['s7'] } })
      expect(figures.rows.find(({ value }) => value === 'home')).toMatchObject({ timed: 1, ms: 180_000 })
      expect(figures.people.map(({ keys }) => keys.toSorted())).toEqual([['d1', 'd2', 's7']])
    }
  })
})

describe('the time on a page', () => {
  it('lasts until the next page view, at most 30 minutes; that of the last page is unknown, not 0', () => {
    const figures = figuresOf([
      page(1n, 0, 'home'),
      page(1n, 2, 'search'),
      click(1n, 27, 'a'),
      click(1n, 50, 'a'),
      page(1n, 60, 'company'),
    ])
    const pages = figures.rows.filter(({ figure }) => figure === 'pages')
    expect(pages.map(({ value, timed, ms }) => [value, timed, ms])).toEqual([
      ['home', 1, 120_000],
      ['search', 1, 1_800_000],
      ['company', 0, 0],
    ])
  })
})

const visit = (...keys: string[]) => keys.map((key, at) => page(1n, at * 2, key, { subject: 7 }))
const counts = (figures: DayFigures, figure: StoredFigure) =>
  Object.values(rowsOf(figures, figure)).map(({ count }) => count)

describe('the funnel', () => {
  it('counts steps in order within a visit, and takes 登录 and 领礼 from the account', () => {
    const figures = figuresOf(visit('search', 'searchResult', 'companyDetail', 'user'), [
      { subject: 7, at: minutes(5), fact: '登录' },
      { subject: 7, at: minutes(7), fact: '领礼' },
    ])
    expect([counts(figures, 'inOrder'), counts(figures, 'anyOrder')]).toEqual([
      [1, 1, 1, 1, 1],
      [1, 1, 1, 1, 1],
    ])
  })

  it('counts a login before the search in any order only', () => {
    const figures = figuresOf(visit('login', 'search', 'searchResult', 'companyDetail'), [
      { subject: 7, at: minutes(1), fact: '登录' },
    ])
    expect([counts(figures, 'inOrder'), counts(figures, 'anyOrder')]).toEqual([
      [1, 1, 1],
      [1, 1, 1, 1],
    ])
  })

  it('does not continue in the next visit', () => {
    const figures = figuresOf([page(1n, 0, 'search'), page(1n, 40, 'searchResult')])
    expect(counts(figures, 'inOrder')).toEqual([1])
  })

  it('ignores what happened to an account without an event that day', () => {
    const figures = figuresOf(visit('search'), [{ subject: 9, at: minutes(0), fact: '登录' }])
    expect(counts(figures, 'inOrder')).toEqual([1])
  })

  it('has at most eight steps', () => {
    const text = JSON.stringify({ steps: Array.from({ length: 9 }, () => ({ name: '搜索', pageKeys: ['search'] })) })
    expect(() => parseFunnel(text)).toThrow('too_big')
  })
})

describe('values that clients choose', () => {
  it('are bounded: the rest of a day is 其他', () => {
    const figures = figuresOf(Array.from({ length: 2_100 }, (_, at) => page(1n, at / 100, `page-${at}`)))
    const pages = rowsOf(figures, 'pages')
    expect([Object.keys(pages).length, pages[OTHER]?.count]).toEqual([2_001, 100])
  })
})

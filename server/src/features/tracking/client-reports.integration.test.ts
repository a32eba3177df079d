import { expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp } from '../../../test/http/app.ts'
import { reportBody, vitalBody } from '../../../test/tracking/events.ts'
import { chinaDay } from '../../domain/clock.ts'
import { createClientFigures, scrub, stepOf, valueOf } from './client-reports.ts'

it('scrubs queries, numbers, tokens and typed text again', () => {
  expect(scrub('at /a.js?token=abc:1 13800138000 某公司 failed')).toBe('at /a.js?… … … failed')
  expect(scrub('x'.repeat(31).concat(' ').repeat(100))).toHaveLength(2_000)
})

it.each([0, 0.1, 25, 2_500])('keeps a measured value of %s within 3 percent', (value) => {
  expect(Math.abs(valueOf(stepOf(value)) - value)).toBeLessThanOrEqual(value * 0.03)
})

describeBothDatabases('POST /v1/clientReport/save', (freshDatabase) => {
  async function open() {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const day = chinaDay(test.clock.time)
    return { ...test, range: { from: day, to: day, platformType: null }, figures: createClientFigures(db) }
  }

  it('counts a fault by its scrubbed text and day', async () => {
    const { app, clock, range, figures } = await open()
    const text = 'TypeError at /a.js?keyword=canary 13800138000'
    for (let time = 0; time < 3; time += 1) await call(app, 'saveReport', reportBody(text))
    await app.close()
    expect(await figures.errors(range)).toEqual([
      { message: 'TypeError at /a.js?… …', pageKey: 'home', count: 3, lastAt: clock.time },
    ])
    expect(await figures.errors({ ...range, platformType: 'PC' })).toEqual([])
  })

  it('states the time that three quarters of the page loads stay below', async () => {
    const { app, range, figures } = await open()
    for (const value of [100, 1_000, 2_000, 9_000]) await call(app, 'saveReport', vitalBody(value))
    await app.close()
    const [row] = await figures.vitals(range)
    expect(row).toMatchObject({ name: 'LCP', pageKey: 'home', count: 4 })
    expect(Math.round((row?.p75 ?? 0) / 100)).toBe(20)
  })
})

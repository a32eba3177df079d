import { expect, it } from 'vitest'
import { describeBothDatabases, describeDatabases } from '../../../../test/databases/databases.ts'
import { buildTrackedEvent, createMemoryEventStore } from '../../../../test/tracking/events.ts'
import { createOperatorAudit } from '../../../platform/audit.ts'
import { systemRandom } from '../../../platform/crypto/system-random.ts'
import { readFunnelFile } from '../../../platform/reference-data.ts'
import { createTrackingFigures } from './figures.service.ts'
import { parseFunnel } from './funnel.rules.ts'
import { rollUpDay } from './roll-up.ts'
import { createRollUp } from './roll-up-days.ts'
import { createTrackingAdmin } from './tracking.admin.service.ts'

const DAY = 86_400_000
/** 2026-11-23 10:00 in China. */
const start = Date.UTC(2026, 10, 23, 2)
const all = { fr: null, platformType: null }

const views = (devices: number, at: number, event: Parameters<typeof buildTrackedEvent>[0] = {}) =>
  Array.from({ length: devices }, (_, device) => buildTrackedEvent({ device: BigInt(device), at, ...event }))

describeBothDatabases('figures of user behaviour', (freshDatabase) => {
  async function open() {
    const { db } = await freshDatabase()
    const { store } = createMemoryEventStore()
    const steps = parseFunnel(readFunnelFile())
    const clock = { time: start + DAY, now: () => clock.time }
    const state = { runs: 0 }
    const rollUp = createRollUp({
      db,
      clock,
      rollUpDay: (run) => {
        state.runs += 1
        return rollUpDay({ db, store, steps }, run)
      },
    })
    return { db, store, clock, state, rollUp, figureTable: createTrackingFigures({ db, clock, steps, rollUp }) }
  }
  it('count the people of several days as a union, and a day without events as missing', async () => {
    const { store, rollUp, figureTable } = await open()
    await store.append([...views(6, start - 2 * DAY), ...views(8, start)])
    for (const day of ['2026-11-21', '2026-11-22', '2026-11-23']) await rollUp.closeDay(day)
    const query = { figure: 'overview', from: '2026-11-21', to: '2026-11-23', ...all } as const
    const { missingDays, rows, asOf, lines } = await figureTable(query)
    expect(missingDays).toEqual(['2026-11-22'])
    expect(asOf).toBe(Date.parse('2026-11-24T00:00:00+08:00'))
    expect(rows.map((cells) => cells.slice(0, 4))).toEqual([
      ['合计', 14, 8, 8],
      ['2026-11-21', 6, 6, 6],
      ['2026-11-22', null, null, null],
      ['2026-11-23', 8, 8, 2],
    ])
    expect(lines?.series[0]).toEqual({ name: '访问', values: [6, null, 8] })
  })

  it('show a day without figures as unknown, not as 0, in the table and in the lines', async () => {
    const { store, rollUp, figureTable } = await open()
    await store.append(views(6, start))
    await rollUp.closeDay('2026-11-23')
    const table = await figureTable({ figure: 'sources', from: '2026-11-22', to: '2026-11-23', ...all })
    expect(table.rows).toEqual([['未标记', 6, 6, null, 6]])
    expect(table.lines?.series).toEqual([{ name: '未标记', values: [null, 6] }])
  })

  it('compute a closed day once, and again without a change', async () => {
    const { store, rollUp, figureTable, state } = await open()
    await store.append(views(6, start))
    expect([await rollUp.closeDay('2026-11-23'), await rollUp.closeDay('2026-11-23'), state.runs]).toEqual([
      true,
      false,
      1,
    ])
    const query = { figure: 'overview', from: '2026-11-23', to: '2026-11-23', ...all } as const
    const before = await figureTable(query)
    await rollUp.closeDay('2026-11-23', true)
    expect([await figureTable(query), state.runs]).toEqual([before, 2])
  })

  it('compute today on request, once in five minutes', async () => {
    const { store, clock, figureTable, state } = await open()
    clock.time = start
    await store.append(views(6, start))
    const query = { figure: 'overview', from: '2026-11-23', to: '2026-11-23', ...all } as const
    await Promise.all([figureTable(query), figureTable({ ...query, figure: 'pages' })])
    clock.time += 299_000
    await figureTable(query)
    expect(state.runs).toBe(1)
    clock.time += 1_000
    expect((await figureTable(query)).asOf).toBe(clock.time)
    expect(state.runs).toBe(2)
  })

  it('show groups of fewer than five people as 其他, which says how many it stands for', async () => {
    const { store, rollUp, figureTable } = await open()
    await store.append([
      ...views(6, start, { pageKey: 'home' }),
      ...views(3, start + 1_000, { pageKey: 'user' }),
      ...views(4, start + 2_000, { pageKey: 'ai' }),
    ])
    await rollUp.closeDay('2026-11-23')
    const { rows } = await figureTable({ figure: 'pages', from: '2026-11-23', to: '2026-11-23', ...all })
    expect(rows.map((cells) => cells.slice(0, 3))).toEqual([
      ['home', 6, 6],
      ['其他（2 项，各少于 5 人）', 7, 4],
    ])
  })

  it('stay the same after the erasure of an account, and lead to nobody', async () => {
    const { db, store, rollUp, figureTable } = await open()
    await db
      .insertInto('user_account')
      .values({ id: 'u-1', mobile: '13800000001', nickname: null, created_at: start })
      .execute()
    await db.insertInto('tracking_subject').values({ user_id: 'u-1', subject: 77 }).execute()
    await store.append([...views(6, start), buildTrackedEvent({ device: 3n, at: start + 1_000, subject: 77 })])
    await rollUp.closeDay('2026-11-23')
    const query = { figure: 'overview', from: '2026-11-23', to: '2026-11-23', ...all } as const
    const before = await figureTable(query)
    await db.deleteFrom('user_account').where('id', '=', 'u-1').execute()
    expect(await figureTable(query)).toEqual(before)
    expect(await db.selectFrom('tracking_subject').selectAll().execute()).toEqual([])
    for (const table of ['tracking_person', 'tracking_figure', 'tracking_day'] as const) {
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain('u-1')
    }
  })

  it('refuse more than 180 days', async () => {
    const { figureTable } = await open()
    const query = { figure: 'clicks', from: '2026-01-01', to: '2026-06-30', ...all } as const
    await expect(figureTable(query)).rejects.toThrow(RangeError)
  })
})

const at = Date.UTC(2026, 10, 23, 2)
const SHOWN_DAY = '2026-11-23'
/** More than a part of the file. */
const EVENTS = 5_001

async function partsOf(exported: Promise<AsyncIterable<string> | null>): Promise<string[]> {
  const parts: string[] = []
  for await (const part of (await exported) ?? []) parts.push(part)
  return parts
}

describeDatabases('the export of the events of a day', (freshDatabase) => {
  async function open() {
    const { db } = await freshDatabase()
    const { store } = createMemoryEventStore()
    const clock = { now: () => at }
    const operatorAudit = createOperatorAudit({ clock, random: systemRandom })
    return { db, store, desk: createTrackingAdmin({ db, clock, operatorAudit, store, rollUpDay: async () => true }) }
  }

  it('has each event once below one row of headings, without device and user, and is audited', async () => {
    const { db, store, desk } = await open()
    const events = Array.from({ length: EVENTS }, (_, turn) =>
      buildTrackedEvent({ at: at + turn, device: 987_654_321n, subject: 424_242, url: `/home?id=${turn}` }),
    )
    await store.append([...events, buildTrackedEvent({ at: at - 86_400_000 })])
    const parts = await partsOf(desk.exportDay(SHOWN_DAY, 'cli:演示'))
    expect(parts).toHaveLength(2)
    const [head = '', ...lines] = parts.join('').trimEnd().split('\r\n')
    expect(head).toContain('时间')
    expect(new Set(lines).size).toBe(EVENTS)
    expect(lines.filter((line) => line.includes('时间'))).toEqual([])
    expect(parts.join('')).not.toMatch(/987654321|424242/)
    const audited = await db.selectFrom('operator_audit').select(['action', 'subject', 'operator']).execute()
    expect(audited).toEqual([{ action: 'trackingDayExported', subject: SHOWN_DAY, operator: 'cli:演示' }])
  })

  it('keeps a formula of an event a text of the spreadsheet', async () => {
    const { store, desk } = await open()
    await store.append([buildTrackedEvent({ elementText: '=HYPERLINK("x")' })])
    const [text = ''] = await partsOf(desk.exportDay(SHOWN_DAY, 'cli:演示'))
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  })

  it('is absent for a day without events', async () => {
    const { desk } = await open()
    expect(await desk.exportDay(SHOWN_DAY, 'cli:演示')).toBeNull()
  })
})

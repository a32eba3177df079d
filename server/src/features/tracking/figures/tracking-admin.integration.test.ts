import { expect, it } from 'vitest'
import { describeDatabases } from '../../../../test/databases/databases.ts'
import { buildTrackedEvent, createMemoryEventStore } from '../../../../test/tracking/events.ts'
import { systemRandom } from '../../../platform/crypto/system-random.ts'
import { createOperatorAudit } from '../../../platform/operator-audit.ts'
import { createTrackingAdmin } from './tracking.admin.service.ts'

const at = Date.UTC(2026, 10, 23, 2)
const DAY = '2026-11-23'
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
    const parts = await partsOf(desk.exportDay(DAY, 'cli:演示'))
    expect(parts).toHaveLength(2)
    const [head = '', ...lines] = parts.join('').trimEnd().split('\r\n')
    expect(head).toContain('时间')
    expect(new Set(lines).size).toBe(EVENTS)
    expect(lines.filter((line) => line.includes('时间'))).toEqual([])
    expect(parts.join('')).not.toMatch(/987654321|424242/)
    const audited = await db.selectFrom('operator_audit').select(['action', 'subject', 'operator']).execute()
    expect(audited).toEqual([{ action: 'trackingDayExported', subject: DAY, operator: 'cli:演示' }])
  })

  it('keeps a formula of an event a text of the spreadsheet', async () => {
    const { store, desk } = await open()
    await store.append([buildTrackedEvent({ elementText: '=HYPERLINK("x")' })])
    const [text = ''] = await partsOf(desk.exportDay(DAY, 'cli:演示'))
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  })

  it('is absent for a day without events', async () => {
    const { desk } = await open()
    expect(await desk.exportDay(DAY, 'cli:演示')).toBeNull()
  })
})

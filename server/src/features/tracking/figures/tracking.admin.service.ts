import type { OperatorAction } from '@baiqicha/contract/desk/audit'
import { type Clock, chinaDay, isoOf } from '../../../domain/clock.ts'
import type { AppendOperatorAudit } from '../../../platform/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { csvOf } from '../../../platform/personal-data/csv.ts'
import type { ExportRow } from '../../../platform/personal-data/personal-data.ts'
import { readFunnelFile } from '../../../platform/reference-data.ts'
import type { EventStore, TrackedEvent } from '../tracked-event.ts'
import { createTrackingFigures, type FigureRequest } from './figures.service.ts'
import { parseFunnel } from './funnel.rules.ts'
import { createRollUp, type DayRun } from './roll-up-days.ts'

/** Events of an export that are written at once. */
const PER_PART = 5_000

export type TrackingAdminDeps = {
  db: Database
  clock: Clock
  operatorAudit: AppendOperatorAudit
  store: EventStore
  rollUpDay: (run: DayRun) => Promise<boolean>
}

/** Neither device nor subject: the file is for counting, not for following somebody. */
const exportedEvent = (event: TrackedEvent): ExportRow => ({
  时间: isoOf(event.at),
  类型: event.type,
  页面: event.pageKey,
  地址: event.url,
  上一页: event.referrer,
  元素: event.trackId,
  文字: event.elementText,
  附加: Object.keys(event.custom).length === 0 ? '' : JSON.stringify(event.custom),
  来源: event.context.fr,
  设备: event.context.platform,
  平台: event.context.platformType,
  系统: event.context.os,
  屏幕: event.context.screen,
})

/** What operators do with tracked events. Each step appends to the audit of operators. */
export function createTrackingAdmin({ db, clock, operatorAudit, store, rollUpDay }: TrackingAdminDeps) {
  const rollUp = createRollUp({ db, clock, rollUpDay })
  const figureTable = createTrackingFigures({ db, clock, steps: parseFunnel(readFunnelFile()), rollUp })
  const audit = (operator: string, action: OperatorAction, subject: string, reason: string | null = null) =>
    operatorAudit(db, { operator, action, subject, reason })

  return {
    /** @throws RangeError for a range that `daysOf` refuses */
    showFigure: figureTable,
    /** The same as CSV. @throws RangeError for a range that `daysOf` refuses */
    async exportFigure({ operator, ...request }: FigureRequest & { operator: string }) {
      const { head, rows } = await figureTable(request)
      await audit(operator, 'trackingExported', `${request.figure} ${request.from}/${request.to}`)
      const csv = csvOf(
        rows.map((row): ExportRow => Object.fromEntries(head.map((name, at) => [name, row[at] ?? null]))),
      )
      return { csv, rows: rows.length }
    },
    /** The events of a day in parts; null: it has none. */
    async exportDay(day: string, operator: string): Promise<AsyncIterable<string> | null> {
      const events = await store.readDay(day)
      await audit(operator, 'trackingDayExported', day)
      return events === null ? null : csvParts(events)
    },
    /** false: the day has no events, or another process computes it. */
    async closeDay(day: string, operator: string): Promise<boolean> {
      const isDone = await rollUp.closeDay(day, true)
      await audit(operator, 'trackingRolledUp', day)
      return isDone
    },
    /** Figures of the day stay. */
    async drop(day: string, operator: string, reason: string): Promise<void> {
      await store.dropDay(day)
      await audit(operator, 'trackingDropped', day, reason)
    },
    today: () => chinaDay(clock.now()),
  }
}

async function* csvParts(events: AsyncIterable<TrackedEvent>): AsyncGenerator<string, void, undefined> {
  let rows: ExportRow[] = []
  let isFirst = true
  const part = () => {
    const text = csvOf(rows)
    rows = []
    // Only the first part has the mark and the headings.
    const own = isFirst ? text : text.slice(text.indexOf('\r\n') + 2)
    isFirst = false
    return own
  }
  for await (const event of events) {
    rows.push(exportedEvent(event))
    if (rows.length === PER_PART) yield part()
  }
  if (rows.length > 0) yield part()
}

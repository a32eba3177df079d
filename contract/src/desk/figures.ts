import * as z from 'zod/mini'
import { keysOf } from '../keys-of.ts'
import { platformTypes } from '../tracking.ts'
import { defineActions, instant, textOrNone } from './action.ts'

/** Figures of visits as operators read them. */
export const figureTitles = {
  overview: '访问',
  funnel: '漏斗',
  pages: '页面',
  clicks: '点击',
  sources: '来源',
  devices: '设备',
  vitals: '页面性能',
  errors: '错误',
  ingest: '收到与丢弃',
} as const
export type FigureName = keyof typeof figureTitles
export const figureNames = keysOf(figureTitles)

const day = z.string().check(z.maxLength(10))

/** Days of China, both included, at most 180. `fr`, `platformType`: null for all. */
const query = z.object({
  figure: z.enum(figureNames),
  from: day,
  to: day,
  fr: z._default(z.nullable(z.string().check(z.maxLength(64))), null),
  platformType: z._default(z.nullable(z.enum(platformTypes)), null),
})

/** null: unknown, not 0. */
const value = z.nullable(z.number())

const table = z.object({
  /** Until when events are counted; null: no day of the range was computed. */
  asOf: z.nullable(instant),
  /** Days without figures. */
  missingDays: z.array(z.string()),
  note: textOrNone,
  head: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), value]))),
  /** Values by day, which are also in the rows; null: the figure has no days. */
  lines: z.nullable(
    z.object({ days: z.array(z.string()), series: z.array(z.object({ name: z.string(), values: z.array(value) })) }),
  ),
  /** Column whose values are also drawn; null: none. */
  bar: z.nullable(z.int()),
})
export type FigureTable = z.output<typeof table>

/** A day of events that is computed on request takes longer than other calls. */
const deadlineMs = 20_000

export const figureActions = defineActions({
  'figures show': { deadlineMs, input: query, output: table },
  'figures export': { deadlineMs, input: query, output: z.object({ csv: z.string(), rows: z.int() }) },
})

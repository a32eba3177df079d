import * as z from 'zod/mini'
import { platformTypes, TRACKING_APP_ID } from './tracking.ts'

/** Faults and measured times of pages in use. Like events, they name no person. */

/** UTF-16 units of the text of a fault; the rest is cut. */
export const REPORT_LENGTH = 2_000
export const faultTypes = ['error', 'rejection', 'preload'] as const
export const vitalNames = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'] as const

const short = z.string().check(z.maxLength(64))
const appId = z.literal(TRACKING_APP_ID)
const commonFields = {
  /** Name of the route. */
  pageKey: short,
  platformType: z.enum(platformTypes),
  /** Version of the app. */
  version: short,
}

export const saveReportBody = z.discriminatedUnion('type', [
  z.object({
    appId,
    type: z.enum(faultTypes),
    data: z.object({
      ...commonFields,
      /** Message and stack without addresses, numbers and typed text. */
      text: z.pipe(
        z.string(),
        z.transform((value: string) => value.slice(0, REPORT_LENGTH)),
      ),
    }),
  }),
  z.object({
    appId,
    type: z.literal('vital'),
    data: z.object({
      ...commonFields,
      name: z.enum(vitalNames),
      /** Milliseconds; for CLS a score. */
      value: z.number().check(z.minimum(0)),
    }),
  }),
])
export type SaveReportBody = z.infer<typeof saveReportBody>

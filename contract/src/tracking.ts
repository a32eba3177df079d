import * as z from 'zod/mini'
import { deviceTypes } from './account.ts'

/** Events of user behaviour (SPEC §3). Strings longer than allowed are cut, not refused: tracking is best effort. */

export const TRACKING_APP_ID = 'bqc-h5'
export const eventTypes = ['pageview', 'click', 'device_change'] as const
export type EventType = (typeof eventTypes)[number]
export const platformTypes = ['H5', 'PC', 'mini-program'] as const
export type PlatformType = (typeof platformTypes)[number]

/** UTF-16 units of a string; the rest is cut. */
const TRACKED_LENGTH = 512
const CUSTOM_FIELDS = 10
/** Events of one request. */
const TRACKING_BATCH = 20
/** Query parameters that an event may contain; all others are dropped, as keywords and tokens. */
export const trackedParameters = ['id', 'tab', 'fr', 'isShare', 'type', 'view'] as const

const text = z.pipe(
  z.string(),
  z.transform((value: string) => value.slice(0, TRACKED_LENGTH)),
)
const id = z.string().check(z.minLength(1), z.maxLength(64))

const customName = /^[a-z0-9-]{1,32}$/
/** Further values of a click, from `data-custom-*`. Names of another form and those after the tenth are dropped. */
const customValues = z.pipe(
  z.looseObject({ fr: text, platform: z.enum(deviceTypes), platformType: z.enum(platformTypes) }),
  z.transform(({ fr, platform, platformType, ...rest }) => ({
    ...Object.fromEntries(
      Object.entries(rest)
        .flatMap(([name, value]): [string, string][] =>
          customName.test(name) && typeof value === 'string' ? [[name, value.slice(0, TRACKED_LENGTH)]] : [],
        )
        .slice(0, CUSTOM_FIELDS),
    ),
    fr,
    platform,
    platformType,
  })),
)

const commonFields = {
  eventId: id,
  swiftNumber: z.string().check(z.regex(/^\d{13}$/)),
  deviceId: id,
  platform: z.enum(deviceTypes),
  /** Ignored: the user follows from the session. */
  userId: z._default(text, ''),
  os: text,
  screen: z.string().check(z.regex(/^\d{1,5}x\d{1,5}$/)),
  /** Milliseconds. */
  timestamp: z.number(),
  customData: customValues,
}

export const pageviewSchema = z.object({
  ...commonFields,
  title: text,
  url: text,
  referrer: text,
  pageKey: text,
  isFirst: z.boolean(),
})

export const clickSchema = z.object({
  ...commonFields,
  trackId: text,
  elementType: text,
  elementText: text,
  title: text,
  url: text,
  pageKey: text,
})
export type Click = z.infer<typeof clickSchema>

const deviceChangeSchema = z.object({
  ...commonFields,
  oldDeviceId: id,
  newDeviceId: id,
  reason: z.literal('fingerprint_change'),
})

/** One event, or several of the same type. */
const oneOrMore = <T extends z.core.SomeType>(event: T) =>
  z.union([event, z.array(event).check(z.minLength(1), z.maxLength(TRACKING_BATCH))])

const appId = z.literal(TRACKING_APP_ID)
export const saveActionBody = z.discriminatedUnion('type', [
  z.object({ appId, type: z.literal('pageview'), data: oneOrMore(pageviewSchema) }),
  z.object({ appId, type: z.literal('click'), data: oneOrMore(clickSchema) }),
  z.object({ appId, type: z.literal('device_change'), data: oneOrMore(deviceChangeSchema) }),
])

export type SaveActionBody = z.infer<typeof saveActionBody>

/** UTF-16 units of the text of a fault; the rest is cut. */
export const REPORT_LENGTH = 2_000
const faultTypes = ['error', 'rejection', 'preload'] as const
const vitalNames = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'] as const

const short = z.string().check(z.maxLength(64))
const reportFields = {
  /** Name of the route. */
  pageKey: short,
  platformType: z.enum(platformTypes),
  /** Version of the app. */
  version: short,
}

/** Faults and measured times of pages in use. Like events, they name no person. */
export const saveReportBody = z.discriminatedUnion('type', [
  z.object({
    appId,
    type: z.enum(faultTypes),
    data: z.object({
      ...reportFields,
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
      ...reportFields,
      name: z.enum(vitalNames),
      /** Milliseconds; for CLS a score. */
      value: z.number().check(z.minimum(0)),
    }),
  }),
])
export type SaveReportBody = z.infer<typeof saveReportBody>

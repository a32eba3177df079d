import * as z from 'zod/mini'
import { faqEntrySchema } from '../content.ts'
import { bannerSchema, noticeSchema } from '../home.ts'
import { keysOf } from '../keys-of.ts'
import { defineActions, instant, textOrNone } from './action.ts'

export const managedPlaceLabels = {
  home: '首页',
  mine: '我的',
  faq: '问答',
  contact: '联系方式',
  membership: '会员选项',
} as const
export const managedPlaces = keysOf(managedPlaceLabels)

/** Banners and notices as operators edit them. Times are ISO 8601 with a zone. */
export const managedBannerSchema = z.object({
  ...bannerSchema.shape,
  /** null or absent: at once, and without an end. */
  startAt: z.optional(z.nullable(z.string())),
  endAt: z.optional(z.nullable(z.string())),
})
export type ManagedBanner = z.infer<typeof managedBannerSchema>
export const promotionsSchema = z.object({
  noticeList: z.array(noticeSchema),
  bannerList: z.array(managedBannerSchema),
  /** Full names of companies; of Home only. */
  examples: z.optional(z.array(z.string())),
})
export type Promotions = z.infer<typeof promotionsSchema>
export const questionsSchema = z.object({ list: z.array(faqEntrySchema) })

const place = z.enum(managedPlaces)
const version = z.int().check(z.minimum(1), z.maximum(999_999_999))
/** JSON. */
const content = z.string().check(z.maxLength(100_000))
const savedAt = z.nullable(instant)
const reason = z.string().check(z.trim(), z.maxLength(200))

const changes = z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }))
export type ContentChange = z.infer<typeof changes>[number]

/** Largest body of a call with a picture, in base 64, and with a content. */
const PICTURE_BODY = 8 * 1024 * 1024
const TEXT_BODY = 256 * 1024

export const contentTable = defineActions({
  'content show': {
    input: z.object({ place }),
    output: z.object({
      /** The newest version, which the next publication names as its base. */
      version: z.int(),
      /** JSON. */
      text: z.string(),
      /** The draft that operators share; null: none. `base`: the version that it changes. */
      draft: z.nullable(z.object({ base: z.int(), text: z.string(), editor: z.string(), savedAt: instant })),
      /** Hosts that banners and notices may open. */
      jumpHosts: z.array(z.string()),
    }),
  },
  'content versions': {
    input: z.object({ place }),
    output: z.object({
      /** Newest first. */
      items: z.array(
        z.object({
          version: z.int(),
          author: z.string(),
          createdAt: instant,
          reason: z.string(),
          /** When it is shown; null: at once. */
          shownFrom: z.nullable(instant),
          state: z.enum(['past', 'shown', 'pending']),
        }),
      ),
    }),
  },
  'content draft': {
    bodyLimit: TEXT_BODY,
    /** `text`: null: the draft is given up. `savedAt`: of the draft that is changed; null: there was none. */
    input: z.object({ place, base: version, text: z.nullable(content), savedAt }),
    /** null: there is no draft any more. */
    output: z.object({ savedAt }),
  },
  'content compare': { input: z.object({ place, from: version, to: version }), output: z.object({ changes }) },
  'content publish': {
    bodyLimit: TEXT_BODY,
    input: z.object({
      place,
      base: version,
      text: content,
      /** Of the draft that the publication ends; null: none. */
      savedAt: z._default(savedAt, null),
      /** Empty in a dry run. */
      reason,
      /** When it is shown; null: at once. */
      shownFrom: z.nullable(instant),
      dryRun: z.boolean(),
    }),
    output: z.object({
      /** null: a dry run. */
      version: z.nullable(z.int()),
      /** Of a dry run. An empty field: the whole content. */
      errors: z.array(z.object({ field: z.string(), sentence: z.string() })),
      changes,
      /** JSON of what readers of Home or of 我的 would see; null: of another place, or of content with errors. */
      shown: textOrNone,
    }),
  },
  'content restore': {
    input: z.object({ place, version, reason, dryRun: z.boolean() }),
    output: z.object({ version: z.nullable(z.int()), changes }),
  },
  'content picture': {
    deadlineMs: 20_000,
    bodyLimit: PICTURE_BODY,
    /** `picture`: in base 64. `isBanner`: it must be three times as wide as high. */
    input: z.object({ picture: z.string().check(z.maxLength(PICTURE_BODY)), isBanner: z.boolean() }),
    output: z.object({ path: z.string() }),
  },
})

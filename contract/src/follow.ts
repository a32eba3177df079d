import * as z from 'zod/mini'
import { provenanceSchema } from './company-detail.ts'
import { companySummaryCodec } from './company-summary.ts'
import { pageOf, pagingQuery } from './envelope.ts'
import { recordKindKeys } from './records/kind-table.ts'

/** 关注: companies whose changes a user sees. */

const text = z.nullable(z.string())
const date = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))
const companyId = z.string().check(z.minLength(1), z.maxLength(64))

/** Companies that each level may follow. */
export const FOLLOW_LIMITS = { registered: 5, vip: 100 } as const
export const FOLLOW_GROUP_LIMIT = 20
/** Characters of the name of a group. */
export const FOLLOW_GROUP_LENGTH = 12
/** Days that an event is stored. */
export const EVENT_DAYS = 400
/** An event older than this at its import is 较早事项，近期收录. */
export const LATE_EVENT_DAYS = 90

/** Name of a group; empty: none. */
const group = z.string().check(z.trim(), z.maxLength(FOLLOW_GROUP_LENGTH))

export const followBody = z.object({ companyId, group: z._default(group, '') })
export const unfollowBody = z.object({ companyId })
export const followStateSchema = z.object({ isFollowed: z.boolean(), count: z.int(), limit: z.int() })

/** Renames a group of the user; an empty new name dissolves it. */
export const renameGroupBody = z.object({ from: group.check(z.minLength(1)), to: group })

export const followListSchema = z.object({
  /** Newest first. */
  list: z.array(
    z.object({
      company: companySummaryCodec,
      group: z.string(),
      followedAt: z.string(),
      /** Whether the limit of the level suspends it; nothing is deleted. */
      isPaused: z.boolean(),
      /** Events since the user last opened 动态. */
      unread: z.int(),
    }),
  ),
  groups: z.array(z.string()),
  limit: z.int(),
  unread: z.int(),
  /** Day on which the user last opened 动态; null: never. */
  seenOn: date,
})
export type FollowList = z.output<typeof followListSchema>

const eventChanges = ['added', 'changed', 'removed', 'restored'] as const
export type EventChange = (typeof eventChanges)[number]

export const changesQuery = z.object({
  companyId: z.optional(companyId),
  /** Kind of record; `fact`: facts of the register. */
  kind: z.optional(z.enum([...recordKindKeys, 'fact'])),
  ...pagingQuery,
})

const companyEventSchema = z.object({
  /** Position in the order of events. */
  seq: z.int(),
  companyId: z.string(),
  companyName: z.string(),
  isDemo: z.boolean(),
  kind: z.enum([...recordKindKeys, 'fact']),
  change: z.enum(eventChanges),
  /** In the words of the record: 新增被执行人信息 1 条（立案 2026-11-02）. */
  text: z.string(),
  /** Record of the event; null: a fact, or a record without a page. */
  recordId: text,
  /** Values of a changed fact; null for records. */
  before: text,
  after: text,
  /** Date of the event; null: the source states none. */
  eventDate: date,
  /** Day of the import. */
  importedOn: z.string(),
  /** 较早事项，近期收录. */
  isLate: z.boolean(),
  isUnread: z.boolean(),
  source: provenanceSchema,
})
export type CompanyEvent = z.infer<typeof companyEventSchema>

/** Newest first. */
export const changesSchema = pageOf(companyEventSchema)
export type Changes = z.infer<typeof changesSchema>

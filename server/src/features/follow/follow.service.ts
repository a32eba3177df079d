import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { PAGE_LIMIT, PAGE_SIZE_LIMIT } from '@baiqicha/contract/envelope'
import {
  type Changes,
  type CompanyEvent,
  FOLLOW_GROUP_LIMIT,
  FOLLOW_LIMITS,
  type FollowList,
  LATE_EVENT_DAYS,
} from '@baiqicha/contract/follow'
import { kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { resultCode } from '@baiqicha/contract/result-codes'
import { isRunning } from '../../domain/account/membership-rules.ts'
import { type Clock, chinaDay, DAY_MS, isoOf } from '../../domain/clock.ts'
import { maskNumbersIn } from '../../domain/masking/masking.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SourceTable } from '../../platform/database/tables/company.ts'
import { noSession, notFound, Refusal } from '../../platform/http/refusal.ts'
import type { CompanySubjects, CompanySubjectsReader } from '../../records/company-subjects.ts'
import { type CompanyEventRepository, readFeed, type StoredEvent, type Watched } from './company-event.repository.ts'
import { eventSentence, type ListedEvent, type ShownEvent } from './event-feed.rules.ts'
import type { FollowRepository, StoredFollow } from './follow.repository.ts'

/** Number of companies that an account may follow. Instants in milliseconds. */
export const followLimit = (vipExpireAt: number | null, now: number): number =>
  isRunning(vipExpireAt, now) ? FOLLOW_LIMITS.vip : FOLLOW_LIMITS.registered

/** Splits follows, newest first, into those that the limit includes and the newest ones that it pauses. */
export function splitByLimit<Row>(newestFirst: readonly Row[], limit: number): { active: Row[]; paused: Row[] } {
  const excess = Math.max(0, newestFirst.length - limit)
  return { active: newestFirst.slice(excess), paused: newestFirst.slice(0, excess) }
}

export const followLimitSentence = (limit: number): string =>
  limit === FOLLOW_LIMITS.registered
    ? `最多关注 ${FOLLOW_LIMITS.registered} 家企业，会员可关注 ${FOLLOW_LIMITS.vip} 家`
    : `会员最多关注 ${FOLLOW_LIMITS.vip} 家企业，请先取消部分关注`

type FollowState = { isFollowed: boolean; count: number; limit: number }
type ChangesRequest = {
  companyId?: string | undefined
  kind?: RecordKindKey | 'fact' | undefined
  page: number
  pageSize: number
}

/** News of one company: its newest changes, and how many there are. */
type CompanyNews = { companyId: string; companyName: string; isDemo: boolean; changes: CompanyEvent[]; total: number }
/** The company with the newest change first. `companyTotal`, `total`: companies and changes with those that are left out. */
export type FollowedNews = { companies: CompanyNews[]; companyTotal: number; total: number }

export type NewsRequest = {
  /** Only events after this number, up to the other. */
  after: number
  until: number
  /** Most companies, and most changes of each. */
  companies: number
  changes: number
}

type FollowServiceDeps = {
  db: Database
  clock: Clock
  subjects: CompanySubjectsReader
  follows: FollowRepository
  events: CompanyEventRepository
  /** Locks the account until the end of the transaction; undefined when there is none. */
  lockAccount: (tx: Database, userId: string) => Promise<{ vip_expire_at: number | null } | undefined>
  /** In the order of the ids; unknown ids are left out. */
  listSummaries: (ids: readonly string[]) => Promise<CompanySummary[]>
  findSources: (ids: readonly string[]) => Promise<ReadonlyMap<string, SourceTable>>
}

/** Events that paging reaches. */
const MOST_EVENTS = PAGE_LIMIT * PAGE_SIZE_LIMIT
/** Rows read for a page, shared by the subject keys of its companies, and the fewest and most per key. */
const ROWS = 5_000
const [FEWEST_PER_KEY, MOST_PER_KEY] = [50, MOST_EVENTS]
/** Unread events are counted up to this number per subject key. */
const UNREAD_PER_KEY = 100

const limitRefusal = (message: string) => new Refusal({ code: resultCode.followLimit, message })

const groupsOf = (rows: readonly Pick<StoredFollow, 'group_name'>[]) => [
  ...new Set(rows.flatMap(({ group_name: name }) => (name === '' ? [] : [name]))),
]

function checkGroup(rows: readonly Pick<StoredFollow, 'group_name'>[], group: string) {
  const groups = groupsOf(rows)
  if (group === '' || groups.includes(group) || groups.length < FOLLOW_GROUP_LIMIT) return
  throw limitRefusal(`最多创建 ${FOLLOW_GROUP_LIMIT} 个分组`)
}

function presentEvent(
  { view, company_id }: ShownEvent<ListedEvent>,
  stored: StoredEvent,
  { isUnread, of, sources }: { isUnread: boolean; of: CompanySubjects; sources: ReadonlyMap<string, SourceTable> },
): CompanyEvent {
  const event = view === 'withdrawn' ? { ...stored, event_date: null, field: null, record_id: null } : stored
  const [before, after] = [event.value_before, event.value_after].map((value) =>
    value === null ? null : maskNumbersIn(value),
  )
  const source = sources.get(event.source_id)
  return {
    seq: event.seq,
    companyId: company_id,
    companyName: of.company.name,
    isDemo: of.company.is_demo === 1,
    kind: event.kind,
    change: event.change,
    text: eventSentence({ ...event, value_before: before ?? null, value_after: after ?? null }, view === 'disputed'),
    recordId: hasPage(event.kind) ? event.record_id : null,
    before: before ?? null,
    after: after ?? null,
    eventDate: event.event_date,
    importedOn: chinaDay(event.imported_at),
    isLate: event.is_late === 1,
    isUnread,
    source: {
      sourceId: event.source_id,
      sourceName: source?.name ?? event.source_id,
      sourceUrl: source?.url ?? null,
      asOf: event.as_of,
    },
  }
}

/** What a user does with followed companies. */
export function createFollowService(deps: FollowServiceDeps) {
  const { db, clock, subjects, follows, events } = deps

  /** The follows of a user, with the companies that readers may see. */
  async function readFollows(userId: string) {
    const [rows, state] = await Promise.all([follows.list(userId), follows.stateOf(userId)])
    const limit = followLimit(state.vipExpireAt, clock.now())
    const { active, paused } = splitByLimit(rows, limit)
    return { rows, active, paused, limit, ...state }
  }

  type Reading = { seenSeq: number; subjectsById: ReadonlyMap<string, CompanySubjects> }

  /** `isNewOnly`: only events since the user last opened 动态. */
  const watched = (rows: readonly StoredFollow[], { seenSeq, subjectsById }: Reading, isNewOnly: boolean): Watched[] =>
    rows.flatMap(({ company_id, from_seq: fromSeq }) => {
      const of = subjectsById.get(company_id)
      return of === undefined ? [] : [{ subjects: of, after: isNewOnly ? Math.max(seenSeq, fromSeq) : 0, fromSeq }]
    })

  async function readUnread(rows: readonly StoredFollow[], reading: Reading) {
    const options = { today: chinaDay(clock.now()), perKey: UNREAD_PER_KEY }
    const feed = await readFeed(events, watched(rows, reading, true), options)
    return feed.events.filter(({ is_late }) => is_late === 0)
  }

  /** Reads the follows with their new events, and corrects the stored number, for example after a membership ended or a record was suppressed. */
  async function correctUnread(userId: string) {
    const cursor = await follows.cursor()
    const reading = await readFollows(userId)
    const { active, seenSeq, unread } = reading
    const subjectsById = await subjects.find(active.map(({ company_id }) => company_id))
    const newEvents = await readUnread(active, { seenSeq, subjectsById })
    const counted = newEvents.filter(({ seq }) => seq <= cursor).length
    if (counted !== unread) await follows.storeUnread(userId, counted, cursor)
    return { ...reading, newEvents }
  }

  /** How to present the shown events of these companies. An event that was deleted meanwhile is left out. */
  async function presenterOf(shown: readonly ListedEvent[], subjectsById: ReadonlyMap<string, CompanySubjects>) {
    const stored = new Map((await events.findWhole(shown.map(({ seq }) => seq))).map((event) => [event.seq, event]))
    const sources = await deps.findSources([...new Set(Array.from(stored.values(), ({ source_id }) => source_id))])
    return (event: ShownEvent<ListedEvent>, isUnread: boolean): CompanyEvent[] => {
      const [whole, of] = [stored.get(event.seq), subjectsById.get(event.company_id)]
      return whole === undefined || of === undefined ? [] : [presentEvent(event, whole, { isUnread, of, sources })]
    }
  }

  return {
    /** Follows a company, or moves it to another group. @throws Refusal */
    async add(userId: string, { companyId, group }: { companyId: string; group: string }): Promise<FollowState> {
      if (!(await subjects.find([companyId])).has(companyId)) throw notFound()
      const newest = await events.newest()
      return db.transaction().execute(async (tx) => {
        const account = await deps.lockAccount(tx, userId)
        if (account === undefined) throw noSession()
        const rows = await follows.listIn(tx, userId)
        const limit = followLimit(account.vip_expire_at, clock.now())
        checkGroup(rows, group)
        if (rows.some(({ company_id }) => company_id === companyId)) {
          await follows.setGroup(tx, userId, companyId, group)
          return { isFollowed: true, count: rows.length, limit }
        }
        if (rows.length >= limit) throw limitRefusal(followLimitSentence(limit))
        await follows.insert(tx, {
          user_id: userId,
          company_id: companyId,
          group_name: group,
          position: Math.max(0, ...rows.map(({ position }) => position)) + 1,
          followed_at: clock.now(),
          from_seq: newest,
        })
        return { isFollowed: true, count: rows.length + 1, limit }
      })
    },

    /** Does nothing for a company that the user does not follow. */
    async remove(userId: string, companyId: string): Promise<FollowState> {
      await follows.remove(userId, companyId)
      const { rows, limit } = await correctUnread(userId)
      return { isFollowed: rows.some(({ company_id }) => company_id === companyId), count: rows.length, limit }
    },

    renameGroup: (userId: string, { from, to }: { from: string; to: string }): Promise<void> =>
      follows.renameGroup(userId, from, to),

    /** Marks every event as seen, on all devices. */
    markSeen: async (userId: string): Promise<void> =>
      follows.markSeen(userId, { seq: await events.newest(), now: clock.now() }),

    async list(userId: string): Promise<FollowList> {
      const { rows, paused, limit, seenAt, newEvents } = await correctUnread(userId)
      const summaries = await deps.listSummaries(rows.map(({ company_id }) => company_id))
      const byId = new Map(summaries.map((company) => [company.id, company]))
      const unread = Map.groupBy(newEvents, ({ company_id }) => company_id)
      const list = rows.flatMap((row) => {
        const company = byId.get(row.company_id)
        // A demonstration company while those are switched off.
        if (company === undefined) return []
        return [
          {
            company,
            group: row.group_name,
            followedAt: isoOf(row.followed_at),
            isPaused: paused.includes(row),
            unread: unread.get(row.company_id)?.length ?? 0,
          },
        ]
      })
      const seenOn = seenAt === null ? null : chinaDay(seenAt)
      return { list, groups: groupsOf(rows), limit, unread: newEvents.length, seenOn }
    },

    /** @throws Refusal for a company that the user does not follow */
    async changes(userId: string, { companyId, kind, page, pageSize }: ChangesRequest): Promise<Changes> {
      const { rows, active, seenSeq } = await readFollows(userId)
      const isWanted = ({ company_id }: StoredFollow) => companyId === undefined || company_id === companyId
      if (companyId !== undefined && !rows.some(isWanted)) throw notFound('未关注该企业')
      const wanted = active.filter(isWanted)
      const subjectsById = await subjects.find(wanted.map(({ company_id }) => company_id))
      const keys = Array.from(subjectsById.values()).flatMap((of) => of.keys).length
      const perKey = Math.max(FEWEST_PER_KEY, Math.min(MOST_PER_KEY, Math.floor(ROWS / Math.max(1, keys))))
      const options = { today: chinaDay(clock.now()), perKey, kind }
      const feed = await readFeed(events, watched(wanted, { seenSeq, subjectsById }, false), options)

      const shown = feed.events.slice(0, MOST_EVENTS).slice((page - 1) * pageSize, page * pageSize)
      const presented = await presenterOf(shown, subjectsById)
      const fromSeqs = new Map(wanted.map(({ company_id, from_seq }) => [company_id, from_seq]))
      const list = shown.flatMap((event) => {
        const isNew = event.seq > Math.max(seenSeq, fromSeqs.get(event.company_id) ?? 0)
        return presented(event, isNew && event.is_late === 0)
      })
      return {
        list,
        total: Math.min(MOST_EVENTS, feed.events.length),
        totalCapped: feed.isCut || feed.events.length > MOST_EVENTS,
        page,
        pageSize,
      }
    },

    /** Number of the newest event; 0 for none. */
    newestEvent: (): Promise<number> => events.newest(),

    /** New events for a briefing: those that were imported within 90 days and were not older then. */
    async news(userId: string, { after, until, companies, changes }: NewsRequest): Promise<FollowedNews> {
      const { active } = await readFollows(userId)
      const subjectsById = await subjects.find(active.map(({ company_id }) => company_id))
      const wanted = watched(active, { seenSeq: after, subjectsById }, true)
      const feed = await readFeed(events, wanted, { today: chinaDay(clock.now()), perKey: UNREAD_PER_KEY, until })
      const oldest = clock.now() - LATE_EVENT_DAYS * DAY_MS
      const recent = feed.events.filter(({ is_late, imported_at }) => is_late === 0 && imported_at >= oldest)
      const byCompany = Array.from(Map.groupBy(recent, ({ company_id }) => company_id)).slice(0, companies)
      const shown = byCompany.flatMap(([, of]) => of.slice(0, changes))
      const presented = await presenterOf(shown, subjectsById)
      const news = byCompany.flatMap(([companyId, list]): CompanyNews[] => {
        const of = subjectsById.get(companyId)
        if (of === undefined) return []
        const newest = list.slice(0, changes).flatMap((event) => presented(event, true))
        const { name: companyName, is_demo: isDemo } = of.company
        return [{ companyId, companyName, isDemo: isDemo === 1, changes: newest, total: list.length }]
      })
      const companyTotal = new Set(recent.map(({ company_id }) => company_id)).size
      return { companies: news, companyTotal, total: recent.length }
    },
  }
}
export type FollowService = ReturnType<typeof createFollowService>

const hasPage = (kind: RecordKindKey | 'fact') => kind !== 'fact' && kindTable[kind].hasDetail

import { overviewKeys } from '@baiqicha/contract/records/kind-table'
import { type Route, type RouteKey, routes } from '@baiqicha/contract/routes'
import type { Session } from '../domain/account/session.ts'
import type { Clock } from '../domain/clock.ts'
import type { Hmac } from '../platform/crypto/hmac.ts'
import type { Database } from '../platform/database/database.ts'
import { limitRefusal } from '../platform/limits/limit-refusal.ts'
import type { LimitName } from '../platform/limits/limit-rules.ts'
import type { Limiter } from '../platform/limits/limiter.ts'
import { createSharedMarks, type SharedMarks } from '../platform/limits/shared-marks.ts'

type Caller = { session: Session | null; address: string; input: unknown }

const overviewLists = new Set<RouteKey>(overviewKeys.map((key) => `${key}List` as const))

/** A company page makes several calls. Only the first is counted; the others are free for ten minutes. */
const SAME_PAGE_MS = 10 * 60_000
const MAX_OPENED_PAGES = 20_000

/** Pages that callers have opened, at whichever process. */
export const openedPages = (deps: { db: Database; clock: Clock; hmac: Hmac }): SharedMarks =>
  createSharedMarks({ ...deps, purpose: 'page', ttlMs: SAME_PAGE_MS, capacity: MAX_OPENED_PAGES })

/** Whether a call belongs to the company page. For visitors this includes the lists of its overview. */
const isOfPage = (key: RouteKey, isVisitor: boolean) =>
  key === 'businessInfo' || key === 'latestRecord' || (isVisitor && overviewLists.has(key))

export interface ReadingLimits {
  /** @throws Refusal when the limit is exhausted. */
  spend(key: RouteKey, caller: Caller): Promise<void>
}

export function createReadingLimits(limiter: Limiter, opened: SharedMarks): ReadingLimits {
  return {
    async spend(key, { session, address, input }) {
      const { reading }: Route = routes[key]
      if (reading === undefined) return
      const limit: LimitName = session === null ? 'detailsPerVisitorAddress' : `${reading}PerUser`
      const subject = session?.userId ?? address
      const page = `${subject} ${companyOf(input)}`
      const isFurtherCall = isOfPage(key, session === null)
      if (isFurtherCall && opened.has(page)) return
      const taken = await limiter.take([{ limit, subject }])
      if (!taken.ok) throw limitRefusal(taken.error)
      if (key === 'companyDetail') opened.set(page)
      else if (isFurtherCall) opened.refundIfSet(page, () => limiter.giveBack(taken.value))
    },
  }
}

const companyOf = (input: unknown) =>
  typeof input === 'object' && input !== null && 'id' in input ? String(input.id) : ''

import { comparedIds } from '@baiqicha/contract/compared-ids'
import { overviewKeys } from '@baiqicha/contract/records/kind-table'
import { type Route, type RouteKey, routes } from '@baiqicha/contract/routes'
import type { Reading } from '@baiqicha/contract/routes/route'
import { LRUCache } from 'lru-cache'
import type { Session } from '../domain/account/session.ts'
import type { Clock } from '../domain/clock.ts'
import { entriesUpTo, ttlOptions } from '../platform/cache.ts'
import { takeOrRefuse } from '../platform/limits/limit-refusal.ts'
import type { LimitName } from '../platform/limits/limit-rules.ts'
import type { Limiter } from '../platform/limits/limiter.ts'

/** Limit of a visitor's address: what a visitor types does not use up the companies that a visitor may open. */
const visitorLimits: Readonly<Record<Reading, LimitName>> = {
  details: 'detailsPerVisitorAddress',
  lists: 'detailsPerVisitorAddress',
  suggestions: 'suggestionsPerVisitorAddress',
}

type Caller = { session: Session | null; address: string; input: unknown }

const partsOfPage = new Set<RouteKey>([
  'businessInfo',
  'latestRecord',
  'companyPerspective',
  // Counts the page of each company.
  'companyComparison',
  'officialChecks',
  'riskTimeline',
])
const overviewLists = new Set<RouteKey>([
  ...overviewKeys.map((key) => `${key}List` as const),
  'ownershipTree',
  'ultimateHolders',
  'companyGroup',
])

/** A company page makes several calls. Only the first is counted; the others are free for ten minutes. */
const SAME_PAGE_MS = 10 * 60_000
const MAX_OPENED_PAGES = 20_000

/** Whether a call belongs to the company page. For visitors this includes the lists of its overview. */
const isOfPage = (key: RouteKey, isVisitor: boolean) => partsOfPage.has(key) || (isVisitor && overviewLists.has(key))

export type ReadingLimits = ReturnType<typeof createReadingLimits>

/** Each process counts the calls of a page once: opened pages are not shared, as a write per page costs more than the page. */
export function createReadingLimits(limiter: Limiter, clock: Clock) {
  // 'paidAhead': a further call has arrived before `companyDetail`, which is free once.
  const opened = new LRUCache<string, 'open' | 'paidAhead'>({
    ...entriesUpTo(MAX_OPENED_PAGES),
    ...ttlOptions(clock, SAME_PAGE_MS),
  })
  return {
    /** @throws Refusal when the limit is exhausted. */
    async spend(key: RouteKey, { session, address, input }: Caller): Promise<void> {
      const { reading }: Route = routes[key]
      if (reading === undefined) return
      const limit: LimitName = session === null ? visitorLimits[reading] : `${reading}PerUser`
      const subject = session?.userId ?? address
      const isFurtherCall = isOfPage(key, session === null)
      const isFirstCall = key === 'companyDetail'
      const isFree = (state: 'open' | 'paidAhead' | undefined) =>
        isFurtherCall ? state !== undefined : isFirstCall && state === 'paidAhead'
      const pages = companiesOf(input).map((id) => `${subject} ${id}`)
      const unpaid = isFurtherCall || isFirstCall ? pages.filter((page) => !isFree(opened.get(page))) : pages
      if (unpaid.length > 0) {
        await takeOrRefuse(limiter, [{ limit, subject, tokens: unpaid.length }])
      }
      if (isFirstCall) for (const page of pages) opened.set(page, 'open')
      else if (isFurtherCall) for (const page of unpaid) opened.set(page, 'paidAhead')
    },
  }
}

/** Companies whose pages a call reads; one without a name for a call of no company. */
function companiesOf(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return ['']
  if ('ids' in input) return comparedIds(String(input.ids))
  return ['id' in input ? String(input.id) : '']
}

import { disclosurePageOf, exchangePageOf } from '@baiqicha/contract/exchanges'

/** Source of a fact. `asOf` is as exact as the source: 2026-06-30, 2026-06 or 2021; null when unknown. */
export type Origin = { source: string; asOf: string | null }

/** Sort key for the last day of a date: 2021 sorts after 2021-06, because ~ sorts after digits and hyphens. */
const lastDay = (asOf: string | null) => (asOf === null ? '' : `${asOf}~`)

/**
 * Whether `b` replaces `a`: the newer origin wins; equal dates are ordered by source, independently of the argument
 * order.
 */
export function isSupersededBy(a: Origin, b: Origin): boolean {
  const [dayA, dayB] = [lastDay(a.asOf), lastDay(b.asOf)]
  return dayA === dayB ? a.source <= b.source : dayA < dayB
}

/** The newer of two as-ofs, compared by their last day; null for none. */
export function latestAsOf(a: string | null, b: string | null): string | null {
  return lastDay(a) < lastDay(b) ? b : a
}

export const sameOrigin = (a: Origin, b: Origin) => a.source === b.source && a.asOf === b.asOf

/** The most frequent origin, the newest of several; null for none. */
export function leadingOrigin(origins: readonly Origin[]): Origin | null {
  let leading: Origin | null = null
  let most = 0
  for (const origin of origins) {
    const shared = origins.filter((other) => sameOrigin(origin, other)).length
    if (leading === null || shared > most || (shared === most && isSupersededBy(leading, origin))) {
      leading = origin
      most = shared
    }
  }
  return leading
}

type Listing = { exchange: string; code: string }

const exchangeHost = /^https?:\/\/(?:www\.)?(?:sse\.com\.cn|szse\.cn|bse\.cn)(?:\/|$)/u
const disclosureHost = /^https?:\/\/(?:www\.)?cninfo\.com\.cn(?:\/|$)/u

/**
 * Where a reader finds what a source states of this company: its page at its own exchange, or its announcements; the
 * address of the source for a company without a stock and for any other source.
 */
export function sourceLink(url: string | null, listing: Listing | undefined): string | null {
  if (url === null || listing === undefined) return url
  if (exchangeHost.test(url)) return exchangePageOf(listing) ?? url
  return disclosureHost.test(url) ? disclosurePageOf(listing) : url
}

/** Where a fact comes from. `asOf` is as exact as the source: 2026-06-30, 2026-06 or 2021; null where it says nothing. */
export type Origin = { source: string; asOf: string | null }

/**
 * Sorts an as-of by the last day it speaks of: 2021 comes after 2021-06. The sign ~ stands after digits and hyphens.
 */
const lastDay = (asOf: string | null) => (asOf === null ? '' : `${asOf}~`)

/** Whether a fact of `a` gives way to one of `b`: newer wins, and between equals always the same one, in any order. */
export function givesWay(a: Origin, b: Origin): boolean {
  const [dayA, dayB] = [lastDay(a.asOf), lastDay(b.asOf)]
  return dayA === dayB ? a.source <= b.source : dayA < dayB
}

export const sameOrigin = (a: Origin, b: Origin) => a.source === b.source && a.asOf === b.asOf

/** The origin that most of the facts share, the newest of several; null for none. */
export function leadingOrigin(origins: readonly Origin[]): Origin | null {
  let leading: Origin | null = null
  let most = 0
  for (const origin of origins) {
    const shared = origins.filter((other) => sameOrigin(origin, other)).length
    if (leading === null || shared > most || (shared === most && givesWay(leading, origin))) {
      leading = origin
      most = shared
    }
  }
  return leading
}

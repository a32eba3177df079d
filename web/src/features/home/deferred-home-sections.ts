/** Parts of Home that load after its first paint, as one file. */
export { ForReturning } from './continue-viewing.tsx'
export { HomeFoot } from './home-foot.tsx'
export { LatestAsOf } from './latest-as-of.tsx'
export { OtherRanking } from './other-ranking.tsx'
export { StickySearch } from './sticky-search.tsx'

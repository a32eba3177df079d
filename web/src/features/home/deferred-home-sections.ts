/** Parts of Home that load after its first paint, as one file. */
export { ContinueViewing } from './continue-viewing.tsx'
export { HomeFoot } from './home-foot.tsx'
export { LatestAsOf } from './latest-as-of.tsx'
export { RecentListings } from './recent-listings.tsx'
export { SinceLastSeen } from './since-last-seen.tsx'

/** Parts of Home that load after its first paint, as one file. */
export { ContinueViewing } from './continue-viewing.tsx'
export { HomeFoot } from './home-foot.tsx'
export { LatestAsOf } from './latest-as-of.tsx'

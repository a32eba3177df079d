/** Parts of Home that load after its first paint, as one file. */
export { BannerCarousel } from './banner-carousel.tsx'
export { ContinueViewing } from './continue-viewing.tsx'
export { HomeFoot } from './home-foot.tsx'
export { LatestAsOf } from './latest-as-of.tsx'
export { NoticeLine } from './notice-line.tsx'

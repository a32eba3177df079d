/** Parts of Home that show its configuration, loaded beside it as one file. */
export { BannerCarousel } from './banner-carousel.tsx'
export { NoticeLine } from './notice-line.tsx'

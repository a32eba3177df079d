/** Parts of Home that show its configuration, loaded beside it as one file. */
export { BannerCarousel } from '../../platform/content/banner-carousel.tsx'
export { NoticeLine } from '../../platform/content/notice-line.tsx'

/** Parts of Home that show its configuration, loaded beside it as one file. */
export { BannerCarousel } from '../../domain/content/banner-carousel.tsx'
export { NoticeLine } from '../../domain/content/notice-line.tsx'

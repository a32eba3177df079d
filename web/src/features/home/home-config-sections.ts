/** Parts of Home that show its configuration, loaded beside it as one file. */
export { BannerCarousel, NoticeLine } from '../../domain/content/content.tsx'

import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './banner-carousel.module.css'

/** Holds the place of the banners until they and their code have loaded. */
export const BannerSkeleton = () => (
  <div className={styles.carousel}>
    <div className={styles.slide}>
      <Skeleton width="100%" height={92} radius={12} />
    </div>
  </div>
)

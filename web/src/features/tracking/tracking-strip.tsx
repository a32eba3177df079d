import { Link } from '../../lib/router/router.tsx'
import { decideTracking } from '../../platform/tracking/tracking-consent.ts'
import { Button } from '../../ui/button.tsx'
import utility from '../../ui/utility.module.css'
import styles from './tracking-strip.module.css'

/** Question of the first visit, above the page: it moves the page down and covers nothing. */
export function TrackingStrip() {
  return (
    <section className={styles.strip} aria-label="使用统计">
      <p className={styles.text}>
        是否允许统计页面浏览与点击，用于改进服务？详见
        <Link track-id="privacy-policy" className={`${styles.link} ${utility.tap}`} to="/user/privacy_policy">
          隐私政策
        </Link>
      </p>
      <div className={styles.answers}>
        <Button trackId="tracking-refuse" size="sm" tone="line" onClick={() => decideTracking('refused')}>
          不同意
        </Button>
        <Button trackId="tracking-agree" size="sm" onClick={() => decideTracking('agreed')}>
          同意
        </Button>
      </div>
    </section>
  )
}

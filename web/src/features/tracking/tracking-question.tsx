import { Link } from '../../lib/router/router.tsx'
import { decideTracking } from '../../platform/tracking/tracking-decision.ts'
import { Button } from '../../ui/button.tsx'
import utility from '../../ui/utility.module.css'
import styles from './tracking-question.module.css'

/** Question of the first visit. The shell has kept its place above the page: it covers nothing and moves nothing. */
export function TrackingQuestion() {
  return (
    <div className={styles.question}>
      <p className={styles.text}>
        是否允许统计浏览与点击，以改进服务？详见
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
    </div>
  )
}

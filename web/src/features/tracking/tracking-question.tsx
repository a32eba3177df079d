import { useLayoutEffect } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { decideTracking } from '../../platform/tracking/tracking-decision.ts'
import { Button } from '../../ui/button.tsx'
import utility from '../../ui/utility.module.css'
import styles from './tracking-question.module.css'

type Props = {
  /** The tab bar is below. */
  isAboveTabs: boolean
}

/**
 * Question of the first visit, at the bottom of the screen. It moves no content; pages end above it, and bars at the
 * bottom stand on it (`--ask`).
 */
export function TrackingQuestion({ isAboveTabs }: Props) {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.toggleAttribute('data-asked', true)
    return () => root.removeAttribute('data-asked')
  }, [])
  return (
    <section className={classNames(styles.question, isAboveTabs && styles.aboveTabs)} aria-label="使用统计">
      <p className={styles.text}>
        允许使用统计以改进服务？详见
        <Link track-id="privacy-policy" className={`${styles.link} ${utility.tap}`} to="/user/privacy_policy">
          《隐私政策》
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

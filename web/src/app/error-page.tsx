import { HOME_PATH } from '../platform/navigation/pages.ts'
import { Button } from '../ui/button.tsx'
import { ListState } from '../ui/list-state.tsx'
import styles from './error-page.module.css'

/** Home of a fresh app: what broke this one must not come along. */
function restartAtHome() {
  window.location.hash = HOME_PATH
  window.location.reload()
}

/** Stands in for a page that broke. */
export function ErrorPage() {
  return (
    <div className={styles.page}>
      <ListState art="failed" title="页面出了点问题" text="不是你的操作造成的。重新加载通常就能恢复。">
        <Button tone="line" onClick={restartAtHome}>
          回首页
        </Button>
        <Button onClick={() => window.location.reload()}>重新加载</Button>
      </ListState>
    </div>
  )
}

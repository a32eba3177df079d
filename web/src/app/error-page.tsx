import { messages } from '../platform/api/messages.ts'
import { HOME_PATH } from '../platform/navigation/pages.ts'
import { Button } from '../ui/button.tsx'
import { ListState } from '../ui/list-state.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './error-page.module.css'
import { reloadApp } from './reload-app.ts'

/** The words browsers have for a script that did not arrive, and Vite's for a style. */
const notFetched = /dynamically imported module|module script failed|unable to preload/i

async function reload() {
  if (!(await reloadApp())) showToast(messages.network, { icon: 'alert' })
}

/** Home of a fresh app: what broke this one must not come along. */
function restartAtHome() {
  window.location.hash = HOME_PATH
  void reload()
}

/** Stands in for a page that broke, or whose code could not be fetched. */
export function ErrorPage({ error }: { error: unknown }) {
  if (error instanceof Error && notFetched.test(error.message)) {
    return (
      <div className={styles.page}>
        <ListState art="failed" title="没能加载出来" text={messages.network}>
          <Button onClick={() => void reload()}>重试</Button>
        </ListState>
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <ListState art="failed" title="页面出了点问题" text="不是你的操作造成的。重新加载通常就能恢复。">
        <Button tone="line" onClick={restartAtHome}>
          回首页
        </Button>
        <Button onClick={() => void reload()}>重新加载</Button>
      </ListState>
    </div>
  )
}

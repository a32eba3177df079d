import { messages } from '../platform/api/messages.ts'
import { HOME_PATH } from '../platform/navigation/pages.ts'
import { Button } from '../ui/button.tsx'
import { ListState } from '../ui/list-state.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './error-page.module.css'
import { reloadApp } from './reload-app.ts'

/** Messages of browsers for a failed script, and of Vite for a failed style sheet. */
const notFetched = /dynamically imported module|module script failed|unable to preload/i

async function reload() {
  if (!(await reloadApp())) showToast(messages.network, { icon: 'alert' })
}

/** Reloads the app at Home, so that broken state is discarded. */
function restartAtHome() {
  window.location.hash = HOME_PATH
  void reload()
}

/** Replaces a page that threw or whose code failed to load. */
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

import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { Button } from '../../ui/button.tsx'
import utility from '../../ui/utility.module.css'
import styles from './login-bar.module.css'

/** Login bar for visitors, above the tab bar. */
export function LoginBar() {
  const requireLogin = useRequireLogin()
  return (
    <div className={styles.bar}>
      <span className={utility.grow}>
        登录后可搜索企业<span className={styles.more}>、保留浏览记录</span>
      </span>
      <Button trackId="login" size="sm" className={styles.button} onClick={() => void requireLogin()}>
        登录/注册
      </Button>
    </div>
  )
}

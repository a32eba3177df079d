import { Navigate, useNavigate } from 'react-router'
import { recordSearchOf } from '../../platform/history/record-search.ts'
import { HOME_PATH } from '../../platform/navigation/pages.ts'
import { takeSavedRoute } from '../../platform/navigation/saved-route.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { isLoggedIn } from '../../platform/session/session-store.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Logo, Wordmark } from '../../ui/logo.tsx'
import { LoginForm } from './login-form.tsx'
import styles from './login-page.module.css'

/** Login by SMS code. Afterwards the reader is back where login was asked for, or at home. */
export function LoginPage() {
  const navigate = useNavigate()
  const goBack = useGoBack()
  const returnToWork = () => {
    const target = takeSavedRoute() ?? HOME_PATH
    // A search that had to wait for the login counts now.
    recordSearchOf(target)
    void navigate(target, { replace: true })
  }

  // Someone already logged in has nothing to do here, as after going back from the page login led to.
  if (isLoggedIn()) return <Navigate to={HOME_PATH} replace />
  return (
    <div className={styles.page}>
      <BackBar title="登录" titleShown={false} onBack={goBack} />
      <div className={styles.body}>
        <div className={styles.brand}>
          <Logo size={44} />
          <div>
            <Wordmark size={24} />
            <p className={styles.motto}>查企业，看来源，知风险</p>
          </div>
        </div>
        <h2 className={styles.way}>验证码登录</h2>
        <LoginForm onLoggedIn={returnToWork} />
      </div>
    </div>
  )
}

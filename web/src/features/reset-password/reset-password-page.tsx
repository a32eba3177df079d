import { useNavigate } from '../../lib/router/router.tsx'
import { LOGIN_PATH } from '../../platform/navigation/pages.ts'
import { canGoBack } from '../../platform/navigation/router-history.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import styles from './reset-password-page.module.css'

/** Sets a new password after verification of the number, with or without a session. */
export function ResetPasswordPage() {
  const navigate = useNavigate()
  const goBack = useGoBack()
  const { isLoggedIn } = useSession()
  const onReset = () => {
    // A visitor came from the login page; a user's session has just ended.
    if (!isLoggedIn && canGoBack()) void navigate(-1)
    else void navigate(`${LOGIN_PATH}?way=password`, { replace: true })
  }
  return (
    <div className={styles.page}>
      <BackBar title="登录密码重置" line onBack={goBack} />
      <div className={styles.note}>
        <InfoNote>重置后，所有设备将退出登录，需要用新密码重新登录。</InfoNote>
      </div>
      <ResetPasswordForm onReset={onReset} />
    </div>
  )
}

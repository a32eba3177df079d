import { CaptchaField } from '../../domain/verification/captcha-field.tsx'
import { MobileField } from '../../domain/verification/mobile-field.tsx'
import { SmsCodeField } from '../../domain/verification/sms-code-field.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { LOGIN_PATH } from '../../platform/navigation/pages.ts'
import { canGoBack } from '../../platform/navigation/router-history.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './reset-password-page.module.css'
import { useResetPassword } from './use-reset-password.ts'

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

function ResetPasswordForm({ onReset }: { onReset: () => void }) {
  const { ownNumber, mobile, sms, codeInput, password, again, isBusy, requestCode, submit } = useResetPassword(onReset)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {ownNumber === null ? (
        <MobileField value={mobile.text} onChange={mobile.change} error={mobile.error} />
      ) : (
        <MobileField value={ownNumber} />
      )}
      <CaptchaField captcha={sms.captcha} />
      <SmsCodeField sms={sms} onRequestCode={requestCode} inputRef={codeInput} enterKeyHint="next" />
      <div className={styles.passwords}>
        <PasswordField
          label="新密码"
          placeholder="新密码"
          value={password.text}
          onChange={password.change}
          error={password.error}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <PasswordField
          label="再次输入新密码"
          placeholder="再次输入新密码"
          value={again.text}
          onChange={again.change}
          error={again.error}
          autoComplete="new-password"
          enterKeyHint="go"
        />
      </div>
      <p className={styles.hint}>8–64 个字符，不能是手机号、常见密码或原来的密码</p>
      <div className={styles.submit}>
        <Button trackId="password-reset-submit" type="submit" block busy={isBusy}>
          {isBusy ? '正在重置…' : '重置密码'}
        </Button>
      </div>
    </form>
  )
}

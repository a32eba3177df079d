import { CaptchaField } from '../../domain/verification/captcha-field.tsx'
import { MobileField } from '../../domain/verification/mobile-field.tsx'
import { SmsCodeField } from '../../domain/verification/sms-code-field.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './reset-password-page.module.css'
import { useResetPassword } from './use-reset-password.ts'

export function ResetPasswordForm({ onReset }: { onReset: () => void }) {
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

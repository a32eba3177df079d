import { resultCode } from '@baiqicha/contract/result-codes'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { type FormEvent, useRef, useState } from 'react'
import { CaptchaField } from '../../domain/verification/captcha-field.tsx'
import { MobileField } from '../../domain/verification/mobile-field.tsx'
import { SmsCodeField } from '../../domain/verification/sms-code-field.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { LOGIN_PATH } from '../../platform/navigation/pages.ts'
import { canGoBack } from '../../platform/navigation/router-history.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { endSession } from '../../platform/session/session-actions.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { usePassword } from '../../platform/verification/use-password.ts'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { useTypedMobile } from '../../platform/verification/use-typed-mobile.ts'
import { fieldMessages } from '../../platform/verification/verification-input.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './reset-password-page.module.css'

/** The empty string stands for the number of the session: the app knows only its mask. */
const OWN_NUMBER = ''

const isAboutMobile = (code: number) => code === resultCode.mobileInvalid || code === resultCode.mobileUnregistered

/** State and actions of the form. Calls `onReset` when the password is set and all sessions have ended. */
function useResetPassword(onReset: () => void) {
  const { isLoggedIn, userInfo } = useSession()
  const mobile = useTypedMobile()
  const password = usePassword()
  const again = usePassword((text) => (text === password.text ? undefined : fieldMessages.passwordAgain))
  const [isBusy, setIsBusy] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)

  const sms = useSmsCode({
    scene: 'resetPassword',
    onSent: () => {
      showToast('验证码已发送', { icon: 'check' })
      codeInput.current?.focus()
    },
    onRefused: (code, message) => {
      if (code === resultCode.passwordUnfit) password.setError(message)
      else if (isAboutMobile(code) && !isLoggedIn) mobile.setError(message)
      else showToast(message)
    },
  })

  const readNumber = () => (isLoggedIn ? OWN_NUMBER : mobile.read())
  const requestCode = () => {
    const number = readNumber()
    const isAnswered = sms.captcha.read() !== null
    if (number !== null && isAnswered) void sms.requestCode(number)
  }
  const send = async (input: { mobile: string; smsCode: string; password: string }) => {
    setIsBusy(true)
    try {
      await callApi(accountRoutes.resetPassword, input)
      mobile.clear()
      if (isLoggedIn) endSession()
      showToast('密码已重置，请用新密码登录', { icon: 'check', isForNextPage: true })
      onReset()
    } catch (error) {
      const rejection = rejectionOf(error)
      // The API client redirects to login when the session has ended.
      if (rejection !== null && rejection.code !== resultCode.noSession) sms.refuse(rejection.code, rejection.message)
    } finally {
      setIsBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = readNumber()
    const smsCode = sms.read()
    const secret = password.read()
    const isRepeated = again.read() !== null
    if (number === null || smsCode === null || secret === null || !isRepeated || isBusy) return
    void send({ mobile: number, smsCode, password: secret })
  }

  const ownNumber = isLoggedIn ? (userInfo?.phoneMasked ?? '当前账号') : null
  return { ownNumber, mobile, sms, codeInput, password, again, isBusy, requestCode, submit }
}

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

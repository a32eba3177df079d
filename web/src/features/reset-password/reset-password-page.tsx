import { resultCode } from '@baiqicha/contract/result-codes'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import type { FormEvent } from 'react'
import shared from '../../domain/page/shared.module.css'
import { MobileField, SmsCodeFields } from '../../domain/verification/mobile-fields.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { callApi } from '../../platform/api/client.ts'
import { PageBar } from '../../platform/navigation/page.tsx'
import { LOGIN_PATH } from '../../platform/navigation/pages.ts'
import { canGoBack } from '../../platform/navigation/use-go-back.ts'
import { endSession } from '../../platform/session/session-actions.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { useSubmission, useTextField } from '../../platform/verification/use-form.ts'
import { useSmsCode, useTypedMobile } from '../../platform/verification/use-sms-code.ts'
import { fieldMessages, newPasswordFault } from '../../platform/verification/verification-input.ts'
import { Button } from '../../ui/button.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './reset-password-page.module.css'

const isAboutMobile = (code: number) => code === resultCode.mobileInvalid || code === resultCode.mobileUnregistered

/** State and actions of the form. Calls `onReset` when the password is set and all sessions have ended. */
function useResetPassword(onReset: () => void) {
  const { isLoggedIn, userInfo } = useSession()
  const mobile = useTypedMobile()
  const password = useTextField({ faultOf: newPasswordFault })
  const again = useTextField({
    faultOf: (text) => (text === password.value ? undefined : fieldMessages.passwordAgain),
  })
  // The empty string stands for the number of the session: the app knows only its mask.
  const readNumber = () => (isLoggedIn ? '' : mobile.read())

  const sms = useSmsCode({
    scene: 'resetPassword',
    readNumber,
    showMessage: (sentence, icon) => showToast(sentence, { icon }),
    onRefused: (code, message) => {
      if (code === resultCode.passwordUnfit) password.setError(message)
      else if (isAboutMobile(code) && !isLoggedIn) mobile.setError(message)
      else showToast(message)
    },
  })

  const { isBusy, send } = useSubmission(sms.refuse)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = readNumber()
    const smsCode = sms.read()
    const secret = password.read()
    const isRepeated = again.read() !== null
    if (number === null || smsCode === null || secret === null || !isRepeated) return
    void send(async () => {
      await callApi(accountRoutes.resetPassword, { mobile: number, smsCode, password: secret })
      mobile.clear()
      if (isLoggedIn) endSession()
      showToast('密码已重置，请用新密码登录', { icon: 'check', isForNextPage: true })
      onReset()
    })
  }

  const ownNumber = isLoggedIn ? (userInfo?.phoneMasked ?? '当前账号') : null
  return { ownNumber, mobile, sms, password, again, isBusy, submit }
}

/** Sets a new password after verification of the number, with or without a session. */
export function ResetPasswordPage() {
  const navigate = useNavigate()
  const { isLoggedIn } = useSession()
  const onReset = () => {
    // A visitor came from the login page; a user's session has just ended.
    if (!isLoggedIn && canGoBack()) void navigate(-1)
    else void navigate(`${LOGIN_PATH}?way=password`, { replace: true })
  }
  return (
    <div className={utility.whitePage}>
      <PageBar title="登录密码重置" line />
      <div className={styles.note}>
        <InfoNote>重置后，所有设备将退出登录，需要用新密码重新登录。</InfoNote>
      </div>
      <ResetPasswordForm onReset={onReset} />
    </div>
  )
}

function ResetPasswordForm({ onReset }: { onReset: () => void }) {
  const { ownNumber, mobile, sms, password, again, isBusy, submit } = useResetPassword(onReset)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {ownNumber === null ? <MobileField {...mobile.input} /> : <MobileField value={ownNumber} />}
      <SmsCodeFields sms={sms} enterKeyHint="next" />
      <div className={shared.below}>
        <PasswordField
          {...password.input}
          label="新密码"
          placeholder="新密码"
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <PasswordField
          {...again.input}
          label="再次输入新密码"
          placeholder="再次输入新密码"
          autoComplete="new-password"
          enterKeyHint="go"
        />
      </div>
      <p className={shared.noteBelow}>8–64 个字符，不能是手机号、常见密码或原来的密码</p>
      <div className={styles.submit}>
        <Button trackId="password-reset-submit" type="submit" block busy={isBusy}>
          {isBusy ? '正在重置…' : '重置密码'}
        </Button>
      </div>
    </form>
  )
}

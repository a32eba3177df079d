import { resultCode } from '@baiqicha/contract/result-codes'
import type { FormEvent } from 'react'
import { SmsCodeFields } from '../../domain/verification/sms-code-fields.tsx'
import { messages } from '../../platform/api/messages.ts'
import { ownDeviceFields } from '../../platform/device/device.ts'
import { register } from '../../platform/session/account-actions.ts'
import { useTextField } from '../../platform/verification/use-text-field.ts'
import { newPasswordFault } from '../../platform/verification/verification-input.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { LoginMobileField } from './login-mobile-field.tsx'
import styles from './login-page.module.css'
import { showRefusal, useLogin, useSmsStep, type WayProps } from './use-login.ts'

/** Registration with a password. */
export function RegisterForm(props: WayProps) {
  const { mobile, consent } = props
  const password = useTextField({ faultOf: newPasswordFault })
  const { sms, readCode } = useSmsStep('register', props, (code, message) => {
    if (code === resultCode.passwordUnfit) password.setError(message)
    else showRefusal(mobile, code, message)
  })
  const { isBusy, open } = useLogin(props, ({ code, message }) => sms.refuse(code, message || messages.registerFailed))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = mobile.read()
    const smsCode = readCode()
    const secret = password.read()
    if (number === null || smsCode === null || secret === null) return
    consent.require((agreementVersion) =>
      open(() => register({ mobile: number, smsCode, password: secret, agreementVersion, ...ownDeviceFields() })),
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      <LoginMobileField mobile={mobile} />
      <SmsCodeFields sms={sms} enterKeyHint="next" />
      <div className={styles.next}>
        <PasswordField
          {...password.input}
          label="设置密码"
          placeholder="设置密码（8–64 个字符）"
          autoComplete="new-password"
          enterKeyHint="go"
        />
      </div>
      <div className={styles.submit}>
        <Button trackId="register-submit" type="submit" block busy={isBusy}>
          {isBusy ? '正在注册…' : '注册并登录'}
        </Button>
      </div>
    </form>
  )
}

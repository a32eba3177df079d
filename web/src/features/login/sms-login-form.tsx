import type { FormEvent } from 'react'
import { CaptchaField } from '../../domain/verification/captcha-field.tsx'
import { SmsCodeField } from '../../domain/verification/sms-code-field.tsx'
import { ownDeviceFields } from '../../platform/device/device.ts'
import { logIn } from '../../platform/session/account-actions.ts'
import { Button } from '../../ui/button.tsx'
import { LoginMobileField } from './login-mobile-field.tsx'
import styles from './login-page.module.css'
import { useLogin, type WayProps } from './use-login.ts'
import { useSmsStep } from './use-sms-step.ts'

export function SmsLoginForm(props: WayProps) {
  const { mobile, consent } = props
  const { sms, codeInput, requestCode, readCode } = useSmsStep('login', props)
  const { isBusy, open } = useLogin(props, ({ code, message }) => sms.refuse(code, message))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = mobile.read()
    const smsCode = readCode()
    if (number === null || smsCode === null) return
    consent.require((agreementVersion) => {
      const input = { mobile: number, smsCode, agreementVersion, ...ownDeviceFields() }
      return open(() => logIn({ loginType: 'sms', input }))
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <LoginMobileField mobile={mobile} />
      <CaptchaField captcha={sms.captcha} />
      <SmsCodeField sms={sms} onRequestCode={requestCode} inputRef={codeInput} />
      <div className={styles.submit}>
        <Button trackId="login-submit" type="submit" block busy={isBusy}>
          {isBusy ? '正在登录…' : '登录'}
        </Button>
      </div>
      <p className={styles.help}>未注册手机号验证后将自动创建账号</p>
    </form>
  )
}

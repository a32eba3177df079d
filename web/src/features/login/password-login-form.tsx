import { resultCode } from '@baiqicha/contract/result-codes'
import { type FormEvent, useState } from 'react'
import { CaptchaField } from '../../domain/verification/captcha-field.tsx'
import { MobileField } from '../../domain/verification/mobile-fields.tsx'
import { Link } from '../../lib/router/router.tsx'
import { ownDeviceFields } from '../../platform/device/device.ts'
import { logIn } from '../../platform/session/account-actions.ts'
import { readLoginFormData } from '../../platform/session/session-actions.ts'
import { useCaptcha } from '../../platform/verification/use-captcha.ts'
import { useTextField } from '../../platform/verification/use-form.ts'
import type { TypedMobile } from '../../platform/verification/use-sms-code.ts'
import { fieldMessages } from '../../platform/verification/verification-input.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './login-page.module.css'
import { showRefusal, useLogin, type WayProps } from './use-login.ts'

/** Number field with the mask of the last number as its placeholder: only the mask is stored. */
export function LoginMobileField({ mobile }: { mobile: TypedMobile }) {
  return <MobileField {...mobile.input} lastUsed={readLoginFormData()?.mobileMasked} />
}

const noCaptcha = { captchaId: '', captchaCode: '' }
const passwordFault = (text: string) => (text === '' ? fieldMessages.passwordMissing : undefined)

/** Password login. After too many wrong passwords the server requires a captcha, whose field then shows. */
export function PasswordLoginForm(props: WayProps) {
  const { mobile, consent } = props
  const password = useTextField({ faultOf: passwordFault })
  const [isCaptchaNeeded, setIsCaptchaNeeded] = useState(false)
  const captcha = useCaptcha({ enabled: isCaptchaNeeded })

  const { isBusy, open } = useLogin(props, ({ code, message }) => {
    const isAboutCaptcha = code === resultCode.captchaWrong
    if (isAboutCaptcha) captcha.refuse(message)
    else if (isCaptchaNeeded) captcha.renew()
    if (code === resultCode.captchaNeeded) setIsCaptchaNeeded(true)
    if (code === resultCode.passwordWrong) password.setError(message)
    else if (!isAboutCaptcha) showRefusal(mobile, code, message)
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = mobile.read()
    const secret = password.read()
    const answer = isCaptchaNeeded ? captcha.read() : noCaptcha
    if (number === null || secret === null || answer === null) return
    consent.require((agreementVersion) => {
      const input = { mobile: number, password: secret, ...answer, agreementVersion, ...ownDeviceFields() }
      return open(() => logIn({ loginType: 'password', input }))
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <LoginMobileField mobile={mobile} />
      <PasswordField
        {...password.input}
        label="密码"
        placeholder="请输入密码"
        autoComplete="current-password"
        enterKeyHint={isCaptchaNeeded ? 'next' : 'go'}
      />
      {isCaptchaNeeded && <CaptchaField captcha={captcha} />}
      <Link track-id="password-forgotten" className={styles.forgotten} to="/user/resetPassword">
        忘记密码
      </Link>
      <div className={styles.submit}>
        <Button trackId="login-submit" type="submit" block busy={isBusy}>
          {isBusy ? '正在登录…' : '登录'}
        </Button>
      </div>
    </form>
  )
}

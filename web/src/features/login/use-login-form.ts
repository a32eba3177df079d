import { resultCode } from '@baiqicha/contract/result-codes'
import { useState } from 'react'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { showToast } from '../../ui/toast.tsx'
import { checkFields, digitsOfCode, type FieldErrors, type FieldName, type LoginInput } from './login-input.ts'
import { login, sendSmsCode, useCaptchaQuery } from './login-queries.ts'
import { useSmsCountdown } from './sms-countdown.ts'

/** Which field an answer that says no is about; the rest is told in a toast. */
const fieldOfCode: Readonly<Record<number, FieldName>> = {
  [resultCode.mobileInvalid]: 'mobile',
  [resultCode.captchaWrong]: 'captcha',
  [resultCode.smsCodeWrong]: 'smsCode',
  [resultCode.smsCodeVoid]: 'smsCode',
}

const empty: LoginInput = { mobile: '', captcha: '', smsCode: '' }

/** Everything the login page knows and does. `onLoggedIn` is called once a session stands. */
export function useLoginForm(onLoggedIn: () => void) {
  const [input, setInput] = useState(empty)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busyWith, setBusyWith] = useState<'code' | 'login' | null>(null)
  const captcha = useCaptchaQuery()
  const countdown = useSmsCountdown()

  const change = (name: FieldName, text: string) => {
    setInput((current) => ({ ...current, [name]: name === 'smsCode' ? digitsOfCode(text) : text }))
    setErrors((current) => ({ ...current, [name]: undefined }))
  }
  const renewCaptcha = () => {
    change('captcha', '')
    void captcha.refetch()
  }
  const refuse = (code: number, message: string) => {
    const field = fieldOfCode[code]
    if (field === undefined) showToast(message)
    else setErrors((current) => ({ ...current, [field]: message }))
  }
  const complete = (names: readonly FieldName[]) => {
    const found = checkFields(input, names)
    setErrors(found)
    return Object.keys(found).length === 0
  }

  const askForCode = async () => {
    if (!complete(['mobile', 'captcha']) || captcha.data === undefined || busyWith !== null) return
    setBusyWith('code')
    try {
      const { code, message } = await sendSmsCode(input, captcha.data.captchaId)
      if (code === resultCode.ok) {
        countdown.start()
        showToast('验证码已发送', { icon: 'check' })
      } else {
        renewCaptcha()
        refuse(code, message)
      }
    } catch {
      // The client has told the person; the picture may be spent.
      renewCaptcha()
    } finally {
      setBusyWith(null)
    }
  }

  const submit = async () => {
    if (!complete(['mobile', 'smsCode']) || busyWith !== null) return
    setBusyWith('login')
    try {
      await login(input)
      onLoggedIn()
    } catch (error) {
      const rejection = rejectionOf(error)
      if (rejection !== null) refuse(rejection.code, rejection.message)
      else if (error instanceof Error && error.name === 'Error') showToast(error.message)
      renewCaptcha()
    } finally {
      setBusyWith(null)
    }
  }

  return { input, errors, busyWith, captcha, countdown, change, renewCaptcha, askForCode, submit }
}

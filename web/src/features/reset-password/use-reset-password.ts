import { resultCode } from '@baiqicha/contract/result-codes'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { type FormEvent, useRef, useState } from 'react'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { endSession } from '../../platform/session/session-actions.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { usePassword } from '../../platform/verification/use-password.ts'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { useTypedMobile } from '../../platform/verification/use-typed-mobile.ts'
import { fieldMessages } from '../../platform/verification/verification-input.ts'
import { showToast } from '../../ui/toast.tsx'

/** The empty string stands for the number of the session: the app knows only its mask. */
const OWN_NUMBER = ''

const isAboutMobile = (code: number) => code === resultCode.mobileInvalid || code === resultCode.mobileUnregistered

/** State and actions of the form. Calls `onReset` when the password is set and all sessions have ended. */
export function useResetPassword(onReset: () => void) {
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

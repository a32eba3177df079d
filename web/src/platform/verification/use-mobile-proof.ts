import type { SmsScene } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { useRef, useState } from 'react'
import { rejectionOf } from '../api/api-error.ts'
import { useSmsCode } from './use-sms-code.ts'
import { useTypedMobile } from './use-typed-mobile.ts'

type MobileProofOptions = {
  scene: SmsScene
  /** Uses up the code of the number. Its rejections show at the fields. */
  spend: (proof: { mobile: string; smsCode: string }) => Promise<unknown>
  showMessage: (sentence: string, icon: 'check' | 'alert') => void
}

/** State of a number and the SMS code that proves it, without a session; errors show at their fields. */
export function useMobileProof({ scene, spend, showMessage }: MobileProofOptions) {
  const mobile = useTypedMobile()
  const [isProving, setIsProving] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)
  const sms = useSmsCode({
    scene,
    onSent: () => {
      showMessage('验证码已发送', 'check')
      codeInput.current?.focus()
    },
    onRefused: (code, message) => {
      if (code === resultCode.mobileInvalid) mobile.setError(message)
      else showMessage(message, 'alert')
    },
  })

  const requestCode = () => {
    const number = mobile.read()
    const isAnswered = sms.captcha.read() !== null
    if (number !== null && isAnswered) void sms.requestCode(number)
  }

  /** Verifies the number. Resolves to false on failure, when the field shows the error. */
  const prove = async (): Promise<boolean> => {
    const number = mobile.read()
    const smsCode = sms.read()
    if (number === null || smsCode === null || isProving) return false
    setIsProving(true)
    try {
      await spend({ mobile: number, smsCode })
      return true
    } catch (error) {
      const rejection = rejectionOf(error)
      if (rejection !== null) sms.refuse(rejection.code, rejection.message)
      return false
    } finally {
      setIsProving(false)
    }
  }
  return { mobile, sms, codeInput, isProving, requestCode, prove }
}

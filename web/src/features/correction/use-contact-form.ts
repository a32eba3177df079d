import { resultCode } from '@baiqicha/contract/result-codes'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { useRef, useState } from 'react'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { useTypedMobile } from '../../platform/verification/use-typed-mobile.ts'
import { showToast } from '../../ui/toast.tsx'
import { saveContactProof } from './contact-proof.ts'

/** State of a visitor's number and SMS code; errors show at their fields. */
export function useContactForm() {
  const mobile = useTypedMobile()
  const [isProving, setIsProving] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)
  const refuseOtherwise = (code: number, message: string) => {
    if (code === resultCode.mobileInvalid) mobile.setError(message)
    else showToast(message, { icon: 'alert' })
  }
  const sms = useSmsCode({
    scene: 'correction',
    onSent: () => {
      showToast('验证码已发送', { icon: 'check' })
      codeInput.current?.focus()
    },
    onRefused: refuseOtherwise,
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
      saveContactProof(await callApi(correctionRoutes.proveContact, { mobile: number, smsCode }))
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

import type { SmsScene } from '@baiqicha/contract/account'
import { useRef } from 'react'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { showToast } from '../../ui/toast.tsx'
import { showRefusal, type WayProps } from './use-login.ts'

type OnRefused = (code: number, message: string) => void

/** SMS code of a form: requested after consent, then typed. */
export function useSmsStep(scene: SmsScene, { mobile, consent }: WayProps, onRefused?: OnRefused) {
  const codeInput = useRef<HTMLInputElement>(null)
  const sms = useSmsCode({
    scene,
    onSent: () => {
      showToast('验证码已发送', { icon: 'check' })
      codeInput.current?.focus()
    },
    onRefused: onRefused ?? ((code, message) => showRefusal(mobile, code, message)),
  })
  const requestCode = () => {
    const number = mobile.read()
    const isAnswered = sms.captcha.read() !== null
    if (number !== null && isAnswered) consent.require(() => sms.requestCode(number))
  }
  /** Returns the typed code, or null and shows the error. Until a code is sent, the captcha is missing too. */
  const readCode = () => {
    const code = sms.read()
    if (code === null && sms.seconds === 0) sms.captcha.read()
    return code
  }
  return { sms, codeInput, requestCode, readCode }
}

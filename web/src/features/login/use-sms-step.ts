import type { SmsScene } from '@baiqicha/contract/account'
import { useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { showToast } from '../../ui/toast.tsx'
import { showRefusal, type WayProps } from './use-login.ts'

type OnRefused = (code: number, message: string) => void

/** SMS code of a form: requested after consent, then typed. */
export function useSmsStep(scene: SmsScene, { mobile, consent }: WayProps, onRefused?: OnRefused) {
  const sms = useSmsCode({
    scene,
    readNumber: mobile.read,
    onceAllowed: (request) => consent.require(request),
    showMessage: (sentence, icon) => showToast(sentence, { icon }),
    onRefused: onRefused ?? ((code, message) => showRefusal(mobile, code, message)),
  })
  /** Returns the typed code, or null and shows the error. Until a code is sent, the captcha is missing too. */
  const readCode = () => {
    const code = sms.read()
    if (code === null && sms.seconds === 0) sms.captcha.read()
    return code
  }
  return { sms, readCode }
}

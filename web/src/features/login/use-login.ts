import type { SmsScene } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { useState } from 'react'
import { ApiError, rejectionOf } from '../../platform/api/api-error.ts'
import { messages } from '../../platform/api/messages.ts'
import { type TypedMobile, useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { showToast } from '../../ui/toast.tsx'
import type { LoginConsent } from './use-consent.ts'

/** Props of every form of the page. */
export type WayProps = {
  mobile: TypedMobile
  consent: LoginConsent
  /** Called when the session has started. */
  onLoggedIn: () => void
}

type Refusal = { code: number; message: string }

/** Shows a rejection at the number's field when it is about the number, otherwise in a toast. */
export function showRefusal(mobile: TypedMobile, code: number, message: string) {
  const isAboutMobile = code === resultCode.mobileInvalid || code === resultCode.mobileRegistered
  if (isAboutMobile) mobile.setError(message)
  else showToast(message)
}

/** Runs the login request, one at a time. Calls `onRefused` when the server rejects the input. */
export function useLogin({ mobile, consent, onLoggedIn }: WayProps, onRefused: (refusal: Refusal) => void) {
  const [isBusy, setIsBusy] = useState(false)

  const showMessage = (error: unknown) => {
    const rejection = rejectionOf(error)
    if (rejection?.code === resultCode.agreementOutdated) consent.renew(rejection.message)
    else if (rejection !== null) onRefused(rejection)
    // The API client has shown the other errors.
    else if (!(error instanceof ApiError)) showToast(error instanceof Error ? error.message : messages.otherStatus)
  }

  const open = async (call: () => Promise<unknown>) => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await call()
      mobile.clear()
      onLoggedIn()
    } catch (error) {
      showMessage(error)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, open }
}

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

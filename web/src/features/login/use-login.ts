import type { SmsScene } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { useState } from 'react'
import { ApiError, describeError, messages, rejectionOf } from '../../platform/api/api-error.ts'
import { useAgreementListQuery } from '../../platform/content/content-queries.ts'
import { agreeWithPrivacyPolicy } from '../../platform/tracking/tracking-decision.ts'
import { type TypedMobile, useSmsCode } from '../../platform/verification/use-sms-code.ts'
import { showToast } from '../../ui/toast.tsx'

/** Action that needs consent, with the accepted version of the agreements. */
type Act = (agreementVersion: string) => unknown

/** Consent to the agreements in force. Always starts unchecked (PRODUCT C4). */
export function useConsent() {
  const { data, refetch } = useAgreementListQuery()
  const [isChecked, setIsChecked] = useState(false)
  const [isShaking, setIsShaking] = useState(false)
  const [fault, setFault] = useState<string>()
  const [waiting, setWaiting] = useState<{ act: Act } | null>(null)

  const change = (given: boolean) => {
    setIsChecked(given)
    setFault(undefined)
  }
  const proceed = async (act: Act) => {
    agreeWithPrivacyPolicy()
    if (data !== undefined) return act(data.agreementVersion)
    const late = await refetch()
    if (late.data === undefined) return showToast(describeError(late.error), { icon: 'alert' })
    return act(late.data.agreementVersion)
  }

  return {
    isChecked,
    isShaking,
    fault,
    /** The consent sheet is open because an action waits for it. */
    isAsked: waiting !== null,
    change,
    endShake: () => setIsShaking(false),
    /** Runs the action now, or after consent in the sheet. */
    require: (act: Act) => {
      if (isChecked) {
        void proceed(act)
      } else {
        setIsShaking(true)
        setWaiting({ act })
      }
    },
    agree: () => {
      change(true)
      setWaiting(null)
      if (waiting !== null) void proceed(waiting.act)
    },
    dismiss: () => setWaiting(null),
    /** The agreements have changed: unchecks the box and shows the message. */
    renew: (sentence: string) => {
      setIsChecked(false)
      setIsShaking(true)
      setFault(sentence)
      void refetch()
    },
  }
}

export type LoginConsent = ReturnType<typeof useConsent>

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

import { resultCode } from '@baiqicha/contract/result-codes'
import { useState } from 'react'
import { ApiError, rejectionOf } from '../../platform/api/api-error.ts'
import { messages } from '../../platform/api/messages.ts'
import type { TypedMobile } from '../../platform/verification/use-typed-mobile.ts'
import { showToast } from '../../ui/toast.tsx'
import type { Consent } from './use-consent.ts'

/** What every form of the page is given. */
export type WayProps = {
  mobile: TypedMobile
  consent: Consent
  /** Called once a session stands. */
  onLoggedIn: () => void
}

type Refusal = { code: number; message: string }

/** Says an answer that says no at the number's field if it is about the number, and in a toast otherwise. */
export function showRefusal(mobile: TypedMobile, code: number, message: string) {
  const isAboutMobile = code === resultCode.mobileInvalid || code === resultCode.mobileRegistered
  if (isAboutMobile) mobile.setError(message)
  else showToast(message)
}

/** Runs the call that opens a session, one at a time. `onRefused` hears of an answer that says no to what was typed. */
export function useLogin({ mobile, consent, onLoggedIn }: WayProps, onRefused: (refusal: Refusal) => void) {
  const [isBusy, setIsBusy] = useState(false)

  const showMessage = (error: unknown) => {
    const rejection = rejectionOf(error)
    if (rejection?.code === resultCode.agreementOutdated) consent.renew(rejection.message)
    else if (rejection !== null) onRefused(rejection)
    // Other failures of a call have been told by the client.
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

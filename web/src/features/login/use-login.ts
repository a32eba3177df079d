import { resultCode } from '@baiqicha/contract/result-codes'
import { useState } from 'react'
import { ApiError, rejectionOf } from '../../platform/api/api-error.ts'
import { messages } from '../../platform/api/messages.ts'
import type { TypedMobile } from '../../platform/verification/use-typed-mobile.ts'
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

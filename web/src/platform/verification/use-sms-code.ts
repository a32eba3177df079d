import type { SmsScene } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { useState } from 'react'
import { callRawApi } from '../api/client.ts'
import { deviceFields } from '../device/device.ts'
import { useSmsCountdown } from './sms-countdown.ts'
import { useCaptcha } from './use-captcha.ts'
import { digitsOfCode, smsCodeFault } from './verification-input.ts'

type SmsCodeOptions = {
  scene: SmsScene
  onSent: () => void
  /** Handles a rejection that concerns neither the captcha nor the code. */
  onRefused: (code: number, message: string) => void
}

/**
 * Requests an SMS code and reads the typed one: captcha, countdown, code, and the error of each field. The client shows
 * failures of network and status.
 */
export function useSmsCode({ scene, onSent, onRefused }: SmsCodeOptions) {
  const captcha = useCaptcha()
  const countdown = useSmsCountdown()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isRequesting, setIsRequesting] = useState(false)

  /** Shows a rejection at the field it concerns. */
  const refuse = (refusal: number, message: string) => {
    if (refusal === resultCode.captchaWrong) captcha.refuse(message)
    else if (refusal === resultCode.smsCodeWrong || refusal === resultCode.smsCodeVoid) setError(message)
    else onRefused(refusal, message)
  }

  /** Requests a code for `mobile`; empty: the number of the account. Does nothing while the captcha is unanswered. */
  const request = async (mobile: string) => {
    const answer = captcha.read()
    if (answer === null || isRequesting || countdown.seconds > 0) return
    setIsRequesting(true)
    try {
      const { code: refusal, message } = await callRawApi(accountRoutes.sendSmsCode, {
        mobile,
        scene,
        ...answer,
        ...deviceFields(),
      })
      // A captcha can be answered once.
      if (refusal !== resultCode.captchaWrong) captcha.renew()
      if (refusal !== resultCode.ok) return refuse(refusal, message)
      countdown.start()
      setError(undefined)
      onSent()
    } catch {
      captcha.renew()
    } finally {
      setIsRequesting(false)
    }
  }

  return {
    captcha,
    code,
    error,
    /** Seconds until another code may be requested. */
    seconds: countdown.seconds,
    isRequesting,
    codesInTerminal: captcha.codesInTerminal,
    change: (typed: string) => {
      setCode(digitsOfCode(typed))
      setError(undefined)
    },
    request,
    refuse,
    /** Returns the code to send; null: it is incomplete, and the field shows an error. */
    read: (): string | null => {
      const fault = smsCodeFault(code)
      setError(fault)
      return fault === undefined ? code : null
    },
  }
}

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
  /** Told of an answer that says no for a reason that is neither the captcha's nor the code's. */
  onRefused: (code: number, message: string) => void
}

/**
 * Asking for an SMS code and typing it: a captcha, a countdown, a code, and the faults told at their fields. A failure
 * of network or status has been told by the client.
 */
export function useSmsCode({ scene, onSent, onRefused }: SmsCodeOptions) {
  const captcha = useCaptcha()
  const countdown = useSmsCountdown()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  /** Tells where it belongs that an answer says no. */
  const refuse = (refusal: number, message: string) => {
    if (refusal === resultCode.captchaWrong) captcha.refuse(message)
    else if (refusal === resultCode.smsCodeWrong || refusal === resultCode.smsCodeVoid) setError(message)
    else onRefused(refusal, message)
  }

  /** Asks for a code to `mobile`; empty is the number of the session. Does nothing while the captcha is unanswered. */
  const requestCode = async (mobile: string) => {
    const answer = captcha.read()
    if (answer === null || isSending || countdown.seconds > 0) return
    setIsSending(true)
    try {
      const { code: refusal, message } = await callRawApi(accountRoutes.sendSmsCode, {
        mobile,
        scene,
        ...answer,
        ...deviceFields(),
      })
      // Answered once, a captcha is spent.
      if (refusal !== resultCode.captchaWrong) captcha.renew()
      if (refusal !== resultCode.ok) return refuse(refusal, message)
      countdown.start()
      setError(undefined)
      onSent()
    } catch {
      captcha.renew()
    } finally {
      setIsSending(false)
    }
  }

  return {
    captcha,
    code,
    error,
    /** Until another code may be asked for. */
    seconds: countdown.seconds,
    isSending,
    codesInTerminal: captcha.codesInTerminal,
    change: (typed: string) => {
      setCode(digitsOfCode(typed))
      setError(undefined)
    },
    requestCode,
    refuse,
    /** The code to send, or null with the fault told at the field. */
    read: (): string | null => {
      const fault = smsCodeFault(code)
      setError(fault)
      return fault === undefined ? code : null
    },
  }
}

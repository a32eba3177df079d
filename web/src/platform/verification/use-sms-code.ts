import { SMS_RESEND_SECONDS, type SmsScene } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { useEffect, useEffectEvent, useState } from 'react'
import { callRawApi } from '../api/client.ts'
import { ownDeviceFields } from '../device/device.ts'
import { sessionStore } from '../storage/safe-storage.ts'
import { useCaptcha } from './use-captcha.ts'
import { digitsOfCode, smsCodeFault } from './verification-input.ts'

const KEY = 'smsResendAt'

const secondsUntil = (end: number, now: number) => Math.max(0, Math.ceil((end - now) / 1000))

/** Time at which a code can be requested again, in ms. A stored time beyond one waiting period is invalid. */
function readEnd(now: number): number {
  const end = Number(sessionStore.read(KEY) ?? 0)
  return Number.isFinite(end) && secondsUntil(end, now) <= SMS_RESEND_SECONDS ? end : 0
}

/**
 * Seconds until another code can be requested. Stores the end instead of a counter, so that leaving the page does not
 * restart it.
 */
function useSmsCountdown() {
  const [end, setEnd] = useState(() => readEnd(Date.now()))
  const [seconds, setSeconds] = useState(() => secondsUntil(end, Date.now()))

  useEffect(() => {
    if (end === 0) return undefined
    const timer = setInterval(() => {
      const left = secondsUntil(end, Date.now())
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])

  const start = () => {
    const until = Date.now() + SMS_RESEND_SECONDS * 1000
    sessionStore.write(KEY, String(until))
    setEnd(until)
    setSeconds(SMS_RESEND_SECONDS)
  }
  return { seconds, start }
}

type SmsCodeOptions = {
  scene: SmsScene
  onSent: () => void
  /** Called when the server rejects for a reason other than captcha or code. */
  onRefused: (code: number, message: string) => void
}

/**
 * Requests and reads an SMS code: captcha, countdown, code, and errors at their fields. The API client shows network
 * and HTTP errors.
 */
export function useSmsCode({ scene, onSent, onRefused }: SmsCodeOptions) {
  const captcha = useCaptcha()
  const countdown = useSmsCountdown()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  const isWaitOver = countdown.seconds === 0
  const renewCaptcha = useEffectEvent(() => captcha.renew())
  useEffect(() => {
    if (captcha.isPassed && isWaitOver) renewCaptcha()
  }, [captcha.isPassed, isWaitOver])

  /** Shows a rejection at the field that it is about. */
  const refuse = (refusal: number, message: string) => {
    if (refusal === resultCode.captchaWrong) captcha.refuse(message)
    else if (refusal === resultCode.smsCodeWrong || refusal === resultCode.smsCodeVoid) setError(message)
    else onRefused(refusal, message)
  }

  /**
   * Requests a code for `mobile`; empty stands for the number of the session. Does nothing without a captcha answer.
   */
  const requestCode = async (mobile: string) => {
    const answer = captcha.read()
    if (answer === null || isSending || countdown.seconds > 0) return
    setIsSending(true)
    try {
      const { code: refusal, message } = await callRawApi(accountRoutes.sendSmsCode, {
        mobile,
        scene,
        ...answer,
        ...ownDeviceFields(),
      })
      // A captcha is used up by its first answer.
      if (refusal !== resultCode.captchaWrong && refusal !== resultCode.ok) captcha.renew()
      if (refusal !== resultCode.ok) return refuse(refusal, message)
      captcha.pass()
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
    /** Seconds until another code can be requested. */
    seconds: countdown.seconds,
    isSending,
    codesInTerminal: captcha.codesInTerminal,
    change: (typed: string) => {
      setCode(digitsOfCode(typed))
      setError(undefined)
    },
    requestCode,
    refuse,
    /** Returns the code, or null and shows the error at the field. */
    read: (): string | null => {
      const fault = smsCodeFault(code)
      setError(fault)
      return fault === undefined ? code : null
    },
  }
}

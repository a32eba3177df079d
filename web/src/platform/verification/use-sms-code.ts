import { parseMobile, SMS_RESEND_SECONDS, type SmsScene } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { callRawApi } from '../api/client.ts'
import { ownDeviceFields } from '../device/device.ts'
import { sessionStore } from '../storage/safe-storage.ts'
import { useCaptcha } from './use-captcha.ts'
import { useSubmission, useTextField } from './use-form.ts'
import { digitsOfCode, mobileFault, smsCodeFault } from './verification-input.ts'

const MOBILE_KEY = ['typedMobile']

/**
 * State of a mobile number field. In memory for a few minutes, so that reading an agreement or switching the login form
 * does not clear it; the full number is never stored.
 */
export function useTypedMobile() {
  const memory = useQueryClient()
  const { input, read, setError } = useTextField({
    faultOf: mobileFault,
    initial: memory.getQueryData<string>(MOBILE_KEY) ?? '',
  })
  const onChange = (typed: string) => {
    input.onChange(typed)
    memory.setQueryData(MOBILE_KEY, typed)
  }
  return {
    input: { ...input, onChange },
    setError,
    /** Returns the plain number, or null and shows the error at the field. */
    read: () => parseMobile(read() ?? ''),
    clear: () => memory.removeQueries({ queryKey: MOBILE_KEY }),
  }
}

export type TypedMobile = ReturnType<typeof useTypedMobile>

const RESEND_KEY = 'smsResendAt'

const secondsUntil = (end: number, now: number) => Math.max(0, Math.ceil((end - now) / 1000))

/** Time at which a code can be requested again, in ms. A stored time beyond one waiting period is invalid. */
function readEnd(now: number): number {
  const end = Number(sessionStore.read(RESEND_KEY) ?? 0)
  return Number.isFinite(end) && secondsUntil(end, now) <= SMS_RESEND_SECONDS ? end : 0
}

/**
 * Seconds until another code can be requested. Stores the end instead of a counter, so that leaving the page does not
 * restart it.
 */
export function useSmsCountdown() {
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
    sessionStore.write(RESEND_KEY, String(until))
    setEnd(until)
    setSeconds(SMS_RESEND_SECONDS)
  }
  return { seconds, start }
}

export type ShowMessage = (sentence: string, icon: 'check' | 'alert') => void

type SmsCodeOptions = {
  scene: SmsScene
  showMessage: ShowMessage
  /** The number that gets the code; null after an error was shown. Absent: that of the session. */
  readNumber?: () => string | null
  /** Runs the request once it is allowed. */
  onceAllowed?: (request: () => void) => void
  /** Called when the server rejects for a reason other than captcha or code; absent: shows the message. */
  onRefused?: (code: number, message: string) => void
}

/** The empty string stands for the number of the session: the app knows only its mask. */
const ownNumber = () => ''
const atOnce = (request: () => void) => request()

/**
 * Requests and reads an SMS code: captcha, countdown, code, and errors at their fields. The API client shows network
 * and HTTP errors.
 */
export function useSmsCode(options: SmsCodeOptions) {
  const { scene, showMessage, readNumber = ownNumber, onceAllowed = atOnce } = options
  const { onRefused = (_code, message) => showMessage(message, 'alert') } = options
  const captcha = useCaptcha()
  const countdown = useSmsCountdown()
  const { input, read, setError } = useTextField({ faultOf: smsCodeFault, clean: digitsOfCode })
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

  const sendCode = async (mobile: string, onSent: () => void) => {
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
      showMessage('验证码已发送', 'check')
      onSent()
    } catch {
      captcha.renew()
    } finally {
      setIsSending(false)
    }
  }

  return {
    captcha,
    input,
    /** Seconds until another code can be requested. */
    seconds: countdown.seconds,
    isSending,
    codesInTerminal: captcha.codesInTerminal,
    /** Requests a code. Without a number or a captcha answer it shows the errors instead. */
    requestCode: (onSent: () => void) => {
      const number = readNumber()
      const isAnswered = captcha.read() !== null
      if (number !== null && isAnswered) onceAllowed(() => void sendCode(number, onSent))
    },
    refuse,
    read,
  }
}

type MobileProofOptions = {
  scene: SmsScene
  /** Uses up the code of the number. Its rejections show at the fields. */
  spend: (proof: { mobile: string; smsCode: string }) => Promise<unknown>
  showMessage: ShowMessage
}

/** State of a number and the SMS code that proves it, without a session; errors show at their fields. */
export function useMobileProof({ scene, spend, showMessage }: MobileProofOptions) {
  const mobile = useTypedMobile()
  const sms = useSmsCode({
    scene,
    readNumber: mobile.read,
    showMessage,
    onRefused: (code, message) => {
      if (code === resultCode.mobileInvalid) mobile.setError(message)
      else showMessage(message, 'alert')
    },
  })
  const { isBusy, send } = useSubmission(sms.refuse)

  /** Verifies the number. Resolves to false on failure, when the field shows the error. */
  const prove = async (): Promise<boolean> => {
    const number = mobile.read()
    const smsCode = sms.read()
    return number !== null && smsCode !== null && (await send(() => spend({ mobile: number, smsCode })))
  }
  return { mobile, sms, isProving: isBusy, prove }
}

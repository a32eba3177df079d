import { SMS_RESEND_SECONDS } from '@baiqicha/contract/account'
import { useEffect, useState } from 'react'
import { sessionStore } from '../storage/safe-storage.ts'

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
    sessionStore.write(KEY, String(until))
    setEnd(until)
    setSeconds(SMS_RESEND_SECONDS)
  }
  return { seconds, start }
}

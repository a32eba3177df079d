import { resultCode } from '@baiqicha/contract/result-codes'
import { useState } from 'react'
import { rejectionOf } from '../api/api-error.ts'

/** Sends a form, one request at a time. `onRefused` is called when the server rejects the input. */
export function useSubmission(onRefused: (code: number, message: string) => void) {
  const [isBusy, setIsBusy] = useState(false)

  /** Resolves to whether the call succeeded. */
  const send = async (call: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false
    setIsBusy(true)
    try {
      await call()
      return true
    } catch (error) {
      const rejection = rejectionOf(error)
      // The API client has shown every other error, and redirects to login when the session has ended.
      if (rejection !== null && rejection.code !== resultCode.noSession) onRefused(rejection.code, rejection.message)
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, send }
}

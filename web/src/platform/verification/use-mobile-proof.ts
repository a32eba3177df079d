import type { SmsScene } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { type ShowMessage, useSmsCode } from './use-sms-code.ts'
import { useSubmission } from './use-submission.ts'
import { useTypedMobile } from './use-typed-mobile.ts'

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

import { useState } from 'react'
import { useAgreementListQuery } from '../../platform/agreements/agreements-query.ts'
import { describeError } from '../../platform/api/messages.ts'
import { agreeWithPrivacyPolicy } from '../../platform/tracking/tracking-decision.ts'
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

import { useState } from 'react'
import { useAgreementListQuery } from '../../platform/agreements/agreements-query.ts'
import { describeError } from '../../platform/api/messages.ts'
import { showToast } from '../../ui/toast.tsx'

/** What needs consent, given the version of the agreements that was agreed to. */
type Act = (agreementVersion: string) => unknown

/** Consent to the agreements in force. It begins not given, every time (PRODUCT C4). */
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
    if (data !== undefined) return act(data.agreementVersion)
    const late = await refetch()
    if (late.data === undefined) return showToast(describeError(late.error), { icon: 'alert' })
    return act(late.data.agreementVersion)
  }

  return {
    isChecked,
    isShaking,
    fault,
    /** The sheet stands that asks for consent, since something waits for it. */
    isAsked: waiting !== null,
    change,
    endShake: () => setIsShaking(false),
    /** Acts at once, or after consent is given in the sheet. */
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
    /** The agreements have changed since: consent has to be given to the new ones. */
    renew: (sentence: string) => {
      setIsChecked(false)
      setIsShaking(true)
      setFault(sentence)
      void refetch()
    },
  }
}

export type Consent = ReturnType<typeof useConsent>

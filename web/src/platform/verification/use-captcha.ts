import { type CaptchaKind, captchaLengths } from '@baiqicha/contract/account'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../api/client.ts'
import { captchaFault, digitsOfCode, fieldMessages } from './verification-input.ts'

export type CaptchaAnswer = { captchaId: string; captchaCode: string }

/** State of a captcha: its content, the typed answer and the error. */
export function useCaptcha({ enabled = true }: { enabled?: boolean } = {}) {
  const [kind, setKind] = useState<CaptchaKind>('picture')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isPassed, setIsPassed] = useState(false)
  const query = useQuery({
    ...apiQuery(['captcha', kind], accountRoutes.captcha, { kind }, { silent: false }),
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
  const captcha = query.isFetching ? undefined : query.data

  const change = (typed: string) => {
    setText(kind === 'voice' ? digitsOfCode(typed, captchaLengths.voice) : typed)
    setError(undefined)
  }
  /** Requests a new captcha and clears the answer. */
  const renew = (fault?: string) => {
    setText('')
    setIsPassed(false)
    setError(fault)
    void query.refetch()
  }
  const isExpired = () => captcha !== undefined && Date.now() - query.dataUpdatedAt > captcha.expiresIn * 1000

  return {
    kind,
    text,
    error,
    isLoading: query.isFetching,
    image: captcha?.image ?? null,
    audio: captcha?.audio ?? null,
    /** The answer was right. It is used up: another message needs a new captcha, which `renew` requests. */
    isPassed,
    pass: () => {
      setText('')
      setIsPassed(true)
    },
    codesInTerminal: query.data?.codesInTerminal ?? false,
    change,
    renew,
    /**
     * Requests a new captcha after a wrong answer. The server's message mentions a picture, so that audio needs its
     * own.
     */
    refuse: (sentence: string) => renew(kind === 'voice' ? fieldMessages.voiceWrong : sentence),
    /** Renews an expired captcha when the user starts to answer it. */
    renewExpired: () => {
      if (isExpired()) renew()
    },
    switchKind: () => {
      setText('')
      setError(undefined)
      setKind(kind === 'picture' ? 'voice' : 'picture')
    },
    /** Returns the answer, or null and shows the error at the field. */
    read: (): CaptchaAnswer | null => {
      if (captcha === undefined) {
        renew(fieldMessages.captchaAway)
        return null
      }
      const fault = captchaFault(kind, text)
      setError(fault)
      return fault === undefined ? { captchaId: captcha.captchaId, captchaCode: text.trim() } : null
    },
  }
}

import { type CaptchaKind, captchaLengths } from '@baiqicha/contract/account'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../api/client.ts'
import { captchaFault, digitsOfCode, fieldMessages } from './verification-input.ts'

export type CaptchaAnswer = { captchaId: string; captchaCode: string }

/** A captcha, the typed answer and its error. Never cached: every visit gets another captcha. */
export function useCaptcha({ enabled = true }: { enabled?: boolean } = {}) {
  const [kind, setKind] = useState<CaptchaKind>('picture')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const query = useQuery({
    queryKey: ['captcha', kind],
    queryFn: ({ signal }) => callApi(accountRoutes.captcha, { kind }, { signal }),
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
  const captcha = query.isFetching ? undefined : query.data

  const change = (typed: string) => {
    setText(kind === 'voice' ? digitsOfCode(typed, captchaLengths.voice) : typed)
    setError(undefined)
  }
  /** Fetches another captcha and clears the answer, which belongs to the previous one. */
  const renew = (fault?: string) => {
    setText('')
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
    codesInTerminal: query.data?.codesInTerminal ?? false,
    change,
    renew,
    /** Fetches another after a wrong answer. The server's message names a picture, so the audio captcha has its own. */
    refuse: (sentence: string) => renew(kind === 'voice' ? fieldMessages.voiceWrong : sentence),
    /** Fetches another if this one has expired; called when the user starts to type. */
    renewExpired: () => {
      if (isExpired()) renew()
    },
    switchKind: () => {
      setText('')
      setError(undefined)
      setKind(kind === 'picture' ? 'voice' : 'picture')
    },
    /** Returns the answer to send; null: it is incomplete, and the field shows an error. */
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

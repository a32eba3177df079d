import { type CaptchaKind, captchaLengths } from '@baiqicha/contract/account'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../api/client.ts'
import { captchaFault, digitsOfCode, fieldMessages } from './verification-input.ts'

export type CaptchaAnswer = { captchaId: string; captchaCode: string }

/** A captcha of its own for every visit: what is drawn or spoken, what was typed, and what is wrong with it. */
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
  /** Another one; what was typed answers the one that went. */
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
    /** Another one, since the answer was wrong. The server's sentence speaks of a picture. */
    refuse: (sentence: string) => renew(kind === 'voice' ? fieldMessages.voiceWrong : sentence),
    /** A person who begins to answer one that is too old gets another first. */
    renewExpired: () => {
      if (isExpired()) renew()
    },
    switchKind: () => {
      setText('')
      setError(undefined)
      setKind(kind === 'picture' ? 'voice' : 'picture')
    },
    /** The answer to send, or null with the fault told at the field. */
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

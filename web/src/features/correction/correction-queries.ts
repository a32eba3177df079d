import type { correctionStates } from '@baiqicha/contract/correction'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import { useSession } from '../../platform/session/session-store.ts'
import type { TagTone } from '../../ui/tag.tsx'
import { type SubjectParams, subjectKey } from './correction-params.ts'

export const stateTones: Readonly<Record<(typeof correctionStates)[number], TagTone>> = {
  已受理: 'info',
  核查中: 'amber',
  已办结: 'mute',
}

/** Subject of the form. Never refetched, so that a later response does not replace a filled form. */
export function useSubjectQuery(subject: SubjectParams) {
  const { userInfo } = useSession()
  return useQuery({
    // The subject states more to a user than to a visitor.
    queryKey: ['correctionSubject', subjectKey(subject), userInfo?.userId ?? null],
    queryFn: ({ signal }) => callApi(correctionRoutes.correctionSubject, subject, { signal, silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Current status of an objection. */
export function useStatusQuery(number: string) {
  return useQuery({
    queryKey: ['correctionStatus', number],
    queryFn: ({ signal }) => callApi(correctionRoutes.correctionStatus, { number }, { signal, silent: true }),
    staleTime: 0,
  })
}

/** Objections of the user, newest first. Disabled for visitors. */
export function useMyCorrectionsQuery() {
  const { isLoggedIn } = useSession()
  return useQuery({
    queryKey: ['correctionList'],
    enabled: isLoggedIn,
    staleTime: 0,
    queryFn: ({ signal }) => callApi(correctionRoutes.correctionList, {}, { signal, silent: true }),
  })
}

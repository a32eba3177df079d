import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { type SubjectParams, subjectKey } from './correction-params.ts'

/** What the form is about. It stays while the form stands: a filled form never gives way to an answer that came later. */
export function useSubjectQuery(subject: SubjectParams) {
  return useQuery({
    queryKey: ['correctionSubject', subjectKey(subject)],
    queryFn: ({ signal }) => callApi(correctionRoutes.correctionSubject, subject, { signal, silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** How far an objection has come, as of now. */
export function useStatusQuery(number: string) {
  return useQuery({
    queryKey: ['correctionStatus', number],
    queryFn: ({ signal }) => callApi(correctionRoutes.correctionStatus, { number }, { signal, silent: true }),
    staleTime: 0,
  })
}

/** The objections of the person logged in, newest first. Not asked for a visitor. */
export function useMyCorrectionsQuery() {
  const { isLoggedIn } = useSession()
  return useQuery({
    queryKey: ['correctionList'],
    enabled: isLoggedIn,
    staleTime: 0,
    queryFn: ({ signal }) => callApi(correctionRoutes.correctionList, {}, { signal, silent: true }),
  })
}

import type { AgreementType } from '@baiqicha/contract/agreements'
import { agreementRoutes } from '@baiqicha/contract/routes/agreement'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'

/** The agreements there are, and the version of the set that consent is given to. Whoever shows it tells a failure. */
export function useAgreementListQuery(options: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: ['agreementList'],
    queryFn: ({ signal }) => callApi(agreementRoutes.agreementList, {}, { signal, silent: true }),
    enabled: options.enabled ?? true,
  })
}

/** One agreement in full. */
export function useAgreementQuery(type: AgreementType) {
  return useQuery({
    queryKey: ['agreement', type],
    queryFn: ({ signal }) => callApi(agreementRoutes.agreement, { type }, { signal, silent: true }),
  })
}

import { companyRoutes } from '@baiqicha/contract/routes/company'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/client.ts'

/** Coverage of the store. */
export const useCoverageQuery = () => useQuery(apiQuery(['coverage'], companyRoutes.coverage, {}))

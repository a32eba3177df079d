import { companyComparisonQuery, companyComparisonSchema } from '../company-comparison.ts'
import { route } from './route.ts'

export const comparisonRoutes = {
  companyComparison: route({
    method: 'GET',
    path: '/v1/company/compare',
    access: 'allowance',
    load: 'reads',
    reading: 'details',
    input: companyComparisonQuery,
    output: companyComparisonSchema,
  }),
} as const

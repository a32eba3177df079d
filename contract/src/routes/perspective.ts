import { companyPerspectiveQuery, companyPerspectiveSchema } from '../company-perspective.ts'
import { route } from './route.ts'

export const perspectiveRoutes = {
  companyPerspective: route({
    method: 'GET',
    path: '/v1/company/perspective',
    access: 'allowance',
    load: 'reads',
    reading: 'lists',
    input: companyPerspectiveQuery,
    output: companyPerspectiveSchema,
  }),
} as const

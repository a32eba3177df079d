import { officialChecksQuery, officialChecksSchema, saveOfficialCheckBody } from '../official-check.ts'
import { route } from './route.ts'

export const officialCheckRoutes = {
  officialChecks: route({
    method: 'GET',
    path: '/v1/company/officialChecks',
    access: 'allowance',
    load: 'reads',
    reading: 'lists',
    input: officialChecksQuery,
    output: officialChecksSchema,
  }),
  saveOfficialCheck: route({
    method: 'POST',
    path: '/v1/user/saveOfficialCheck',
    access: 'session',
    load: 'reads',
    input: saveOfficialCheckBody,
    output: officialChecksSchema,
  }),
} as const

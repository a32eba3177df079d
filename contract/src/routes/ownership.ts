import { companyIdQuery } from '../company-detail.ts'
import {
  companyGroupQuery,
  companyGroupSchema,
  ownershipTreeQuery,
  ownershipTreeSchema,
  ultimateHoldersSchema,
} from '../ownership.ts'
import { route } from './route.ts'

const common = { method: 'GET', access: 'allowance', load: 'graph', reading: 'lists' } as const

export const ownershipRoutes = {
  ownershipTree: route({
    ...common,
    path: '/v1/ownership/tree',
    input: ownershipTreeQuery,
    output: ownershipTreeSchema,
  }),
  ultimateHolders: route({
    ...common,
    path: '/v1/ownership/ultimate',
    input: companyIdQuery,
    output: ultimateHoldersSchema,
  }),
  companyGroup: route({
    ...common,
    path: '/v1/ownership/group',
    input: companyGroupQuery,
    output: companyGroupSchema,
  }),
} as const

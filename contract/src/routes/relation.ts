import { relationQuery, relationSchema } from '../relation.ts'
import { route } from './route.ts'

export const relationRoutes = {
  relationPaths: route({
    method: 'GET',
    path: '/v1/relation/paths',
    access: 'session',
    load: 'graph',
    input: relationQuery,
    output: relationSchema,
  }),
} as const

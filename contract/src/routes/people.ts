import * as people from '../people.ts'
import { route } from './route.ts'

export const peopleRoutes = {
  debtorSearch: route({
    method: 'POST',
    path: '/v1/people/search',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: people.debtorSearchBody,
    output: people.debtorSearchAnswerSchema,
  }),
  personDetail: route({
    method: 'GET',
    path: '/v1/people/detail',
    access: 'session',
    load: 'reads',
    reading: 'details',
    input: people.personDetailQuery,
    output: people.personDetailSchema,
  }),
} as const

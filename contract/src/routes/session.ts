import { userDetailAnswerSchema, userDetailQuery } from '../user-detail.ts'
import { done, nothing, route } from './route.ts'

/** The calls about the current session, apart from those of the account pages: the first load makes them. */
export const sessionRoutes = {
  userDetail: route(
    { method: 'GET', path: '/v1/user/getUserDetail', access: 'optional', load: 'reads' },
    userDetailQuery,
    userDetailAnswerSchema,
  ),
  logout: route({ method: 'POST', path: '/v1/user/logout', access: 'session', load: 'credentials' }, nothing, done),
} as const

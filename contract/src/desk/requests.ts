import * as z from 'zod/mini'
import { defineActions } from './action.ts'
import { deskPage, id, instant, noFields, pageKey } from './fields.ts'

export const requestActions = defineActions({
  'updates list': {
    roles: ['data'],
    totp: 'none',
    input: z.object({ after: pageKey }),
    output: deskPage(z.object({ companyId: z.string(), companyName: z.string(), requests: z.int(), since: instant })),
  },
  'updates done': { roles: ['data'], totp: 'none', input: z.object({ companyId: id }), output: noFields },
  'inclusions list': {
    roles: ['data'],
    totp: 'none',
    input: z.object({ after: pageKey }),
    output: deskPage(z.object({ keyword: z.string(), requests: z.int(), last: instant })),
  },
  'inclusions done': {
    roles: ['data'],
    totp: 'none',
    input: z.object({ keyword: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
    output: noFields,
  },
})

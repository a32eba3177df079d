import * as z from 'zod/mini'
import { defineActions, deskPage, instant, noFields, operatorRoles, pageKey } from './action.ts'

const operatorStates = ['active', 'pending', 'expired', 'disabled'] as const

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))
const roles = z.array(z.enum(operatorRoles)).check(z.maxLength(operatorRoles.length))
const setup = z.object({ setupCode: z.string(), expiresAt: instant })

const item = z.object({
  name: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  state: z.enum(operatorStates),
  sessions: z.int(),
  /** Of the newest session; null: none. */
  lastUsedAt: z.nullable(instant),
})
export type OperatorRow = z.infer<typeof item>

export const operatorManagement = defineActions({
  'operators list': { input: z.object({ after: pageKey }), output: deskPage(item) },
  'operators add': { totp: 'fresh', input: z.object({ name, roles }), output: setup },
  'operators roles': {
    totp: 'fresh',
    /** `base`: the roles that the form showed, which refuse the change when they are others by now; null: not compared. */
    input: z.object({ name, roles, base: z._default(z.nullable(roles), null) }),
    output: noFields,
  },
  'operators reset-totp': { totp: 'fresh', input: z.object({ name }), output: setup },
  'operators end-sessions': { totp: 'fresh', input: z.object({ name }), output: z.object({ ended: z.int() }) },
})

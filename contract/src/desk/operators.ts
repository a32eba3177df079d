import * as z from 'zod/mini'
import { defineActions, deskPage, instant, noFields, operatorRoles, pageKey, textOrNone } from './action.ts'

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

/** The calls before and around a session of an operator. */

const signInName = z.string().check(z.maxLength(64))
const password = z.string().check(z.maxLength(256))
const code = z.string().check(z.trim(), z.maxLength(32))
const setupCode = z.string().check(z.trim(), z.maxLength(64))

const heldRoles = z.array(z.enum(operatorRoles))

export const signedInSchema = z.object({ name: z.string(), roles: heldRoles, expiresAt: instant })
export type SignedIn = z.infer<typeof signedInSchema>

export const deskSessionCalls = {
  /** null: no operator has signed in. */
  'session/current': { input: z.object({}), output: z.nullable(signedInSchema) },
  'session/login': { input: z.object({ name: signInName, password, code }), output: signedInSchema },
  'session/logout': { input: z.object({}), output: z.object({}) },
  'setup/find': {
    input: z.object({ setupCode }),
    output: z.object({ name: textOrNone, roles: heldRoles, expiresAt: instant }),
  },
  'setup/begin': {
    input: z.object({ setupCode, name: signInName, password }),
    /** `address`: what the QR code states. */
    output: z.object({
      name: z.string(),
      address: z.string(),
      secret: z.string(),
      recoveryCodes: z.array(z.string()),
    }),
  },
  'setup/finish': { input: z.object({ setupCode, name: signInName, code }), output: signedInSchema },
} as const
type SessionCalls = typeof deskSessionCalls
export type DeskSessionCall = keyof SessionCalls
export type DeskSessionInput<K extends DeskSessionCall> = z.output<SessionCalls[K]['input']>
export type DeskSessionOutput<K extends DeskSessionCall> = z.output<SessionCalls[K]['output']>

/** A fresh code of the authenticator, in the body beside the input of an action. */
export const freshCodeSchema = z.object({ totp: z.optional(code) })

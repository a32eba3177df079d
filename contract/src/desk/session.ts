import * as z from 'zod/mini'
import { instant, operatorRoles, textOrNone } from './action.ts'

/** The calls before and around a session of an operator. */

const name = z.string().check(z.maxLength(64))
const password = z.string().check(z.maxLength(256))
const code = z.string().check(z.trim(), z.maxLength(32))
const setupCode = z.string().check(z.trim(), z.maxLength(64))

const roles = z.array(z.enum(operatorRoles))

export const signedInSchema = z.object({ name: z.string(), roles, expiresAt: instant })
export type SignedIn = z.infer<typeof signedInSchema>

export const deskSessionCalls = {
  /** null: nobody has signed in. */
  'session/current': { input: z.object({}), output: z.nullable(signedInSchema) },
  'session/login': { input: z.object({ name, password, code }), output: signedInSchema },
  'session/logout': { input: z.object({}), output: z.object({}) },
  'setup/find': { input: z.object({ setupCode }), output: z.object({ name: textOrNone, roles, expiresAt: instant }) },
  'setup/begin': {
    input: z.object({ setupCode, name, password }),
    /** `address`: what the QR code states. */
    output: z.object({
      name: z.string(),
      address: z.string(),
      secret: z.string(),
      recoveryCodes: z.array(z.string()),
    }),
  },
  'setup/finish': { input: z.object({ setupCode, name, code }), output: signedInSchema },
} as const
type SessionCalls = typeof deskSessionCalls
export type DeskSessionCall = keyof SessionCalls
export type DeskSessionInput<K extends DeskSessionCall> = z.output<SessionCalls[K]['input']>
export type DeskSessionOutput<K extends DeskSessionCall> = z.output<SessionCalls[K]['output']>

/** A fresh code of the authenticator, in the body beside the input of an action. */
export const freshCodeSchema = z.object({ totp: z.optional(code) })

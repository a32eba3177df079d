import * as z from 'zod/mini'
import { localStore, readJson } from '../storage/safe-storage.ts'

const KEY = 'login_form_data'

const loginFormDataSchema = z.object({
  loginType: z.enum(['sms', 'password']),
  /** The agreements agreed to then. Consent is asked for again each time; this is only a record. */
  agreementVersion: z.string(),
  /** As in 138****0000; a whole number is never kept. */
  mobileMasked: z.string().check(z.regex(/^\d{3}\*{4}\d{4}$/)),
})
export type LoginFormData = z.infer<typeof loginFormDataSchema>

/** What the last login here left for the next, or null. */
export function readLoginFormData(): LoginFormData | null {
  const stored = z.safeParse(loginFormDataSchema, readJson(localStore, KEY))
  return stored.success ? stored.data : null
}

export const saveLoginFormData = (data: LoginFormData) => localStore.write(KEY, JSON.stringify(data))
export const clearLoginFormData = () => localStore.remove(KEY)

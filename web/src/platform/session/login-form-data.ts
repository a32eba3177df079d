import * as z from 'zod/mini'
import { localStore, readJson } from '../storage/safe-storage.ts'

const KEY = 'login_form_data'

const loginFormDataSchema = z.object({
  loginType: z.enum(['sms', 'password']),
  /** Version accepted at that login. A record only: every login requests consent again. */
  agreementVersion: z.string(),
  /** Mask such as 138****0000; the full number is never stored. */
  mobileMasked: z.string().check(z.regex(/^\d{3}\*{4}\d{4}$/)),
})
export type LoginFormData = z.infer<typeof loginFormDataSchema>

/** Data of the last login on this device, or null. */
export function readLoginFormData(): LoginFormData | null {
  const stored = z.safeParse(loginFormDataSchema, readJson(localStore, KEY))
  return stored.success ? stored.data : null
}

export const saveLoginFormData = (data: LoginFormData) => localStore.write(KEY, JSON.stringify(data))
export const clearLoginFormData = () => localStore.remove(KEY)

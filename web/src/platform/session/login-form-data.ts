import * as z from 'zod/mini'
import { localStore, readJson } from '../storage/safe-storage.ts'

const KEY = 'login_form_data'

const loginFormDataSchema = z.object({
  loginType: z.enum(['sms', 'password']),
  /** Version agreed to at that login. Only a record: each login requires consent again. */
  agreementVersion: z.string(),
  /** As in 138****0000; the whole number is never stored. */
  mobileMasked: z.string().check(z.regex(/^\d{3}\*{4}\d{4}$/)),
})
export type LoginFormData = z.infer<typeof loginFormDataSchema>

/** Data of the last login on this device; null: none. */
export function readLoginFormData(): LoginFormData | null {
  const stored = z.safeParse(loginFormDataSchema, readJson(localStore, KEY))
  return stored.success ? stored.data : null
}

export const saveLoginFormData = (data: LoginFormData) => localStore.write(KEY, JSON.stringify(data))
export const forgetLoginFormData = () => localStore.remove(KEY)

import type { Route } from '@baiqicha/contract/routes/route'
import type * as z from 'zod/mini'
import { messages, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { reloadUserInfo } from '../../platform/session/session-actions.ts'
import { showToast } from '../../ui/toast.tsx'

/** Saves a part of the profile and reloads the account. Throws `ApiError` when it was not saved. */
export async function saveProfile<I extends z.core.$ZodType>(
  route: Route<I>,
  input: z.input<I> & object,
  done: string,
): Promise<void> {
  await callApi(route, input)
  try {
    await reloadUserInfo()
    showToast(done, { icon: 'check' })
  } catch {
    showToast(messages.userInfoFailed, { icon: 'alert' })
  }
}

/** Shows why the server refused a call. The API client has shown every other error. */
export function showRejection(error: unknown) {
  const rejection = rejectionOf(error)
  if (rejection !== null) showToast(rejection.message, { icon: 'alert' })
}

/** Shows the sentence that `run` resolves to, or why the server refused. */
export async function runSettingCall(run: () => Promise<string>): Promise<void> {
  try {
    showToast(await run(), { icon: 'check' })
  } catch (error) {
    showRejection(error)
  }
}

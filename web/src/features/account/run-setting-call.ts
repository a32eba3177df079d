import { rejectionOf } from '../../platform/api/api-error.ts'
import { showToast } from '../../ui/toast.tsx'

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

import { rejectionOf } from '../../platform/api/api-error.ts'
import { showToast } from '../../ui/toast.tsx'

/** Shows the sentence that `run` resolves to, or why the server refused. */
export async function runSettingCall(run: () => Promise<string>): Promise<void> {
  try {
    showToast(await run(), { icon: 'check' })
  } catch (error) {
    const rejection = rejectionOf(error)
    // The API client has shown every other error.
    if (rejection !== null) showToast(rejection.message, { icon: 'alert' })
  }
}

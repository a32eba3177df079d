import { whenSettled } from '../platform/api/pending-calls.ts'
import { reloadUserInfo } from '../platform/session/session-actions.ts'
import { isLoggedIn } from '../platform/session/session-store.ts'

function reloadCounts() {
  // The user may have logged out in the meantime: the refusal would lead a visitor to the login.
  if (isLoggedIn()) void reloadUserInfo().catch(() => {})
}

/**
 * Loads the user info once per visit, after the first page: feedback may have been answered, and followed companies
 * may have changed, since the last visit. A failure leaves the stored counts.
 */
export function loadUnreadCounts() {
  if (!isLoggedIn()) return
  whenSettled(reloadCounts)
}

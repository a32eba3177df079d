import type { Page } from '../../platform/navigation/pages.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { useUserInfoQuery } from '../../platform/session/user-info-query.ts'
import { AccountLockDialog } from './account-lock.tsx'
import { PendingDeactivation } from './pending-deactivation.tsx'

/** The dialog of an account that is being deactivated or is locked. One chunk: it has the library of dialogs. */
export function AccountDialog({ page }: { page: Page | undefined }) {
  // A lock may have ended since it was stored.
  useUserInfoQuery()
  const { eraseAt = null, lock = null } = useSession().userInfo ?? {}
  if (eraseAt !== null) return <PendingDeactivation eraseAt={eraseAt} />
  return lock !== null && <AccountLockDialog lock={lock} page={page} />
}

import { useMemo } from 'react'
import { useSession } from '../../platform/session/session-store.ts'
import type { Sender } from '../../platform/uploads/picture-store.ts'
import { clearContactProof, useContactProof } from './contact-proof.ts'

/** Sender of the objection: a user, or a visitor with a verified number; null until either is known. */
export function useSender(): Sender | null {
  const { isLoggedIn, userInfo } = useSession()
  const contactToken = useContactProof()?.contactToken
  const userId = userInfo?.userId ?? ''
  return useMemo(() => {
    if (isLoggedIn) return { id: `user ${userId}` }
    return contactToken === undefined
      ? null
      : { id: `contact ${contactToken}`, contactToken, onUnproved: clearContactProof }
  }, [isLoggedIn, userId, contactToken])
}

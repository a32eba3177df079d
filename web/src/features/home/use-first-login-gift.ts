import { useEffect, useEffectEvent } from 'react'
import { openGiftModal, openGuideModal } from '../../domain/gift/gift-store.ts'
import { clearFirstLogin, useSession, useSessionStore } from '../../platform/session/session-store.ts'

/** Whether a user has never given consent, as after an external login. The consent sheet comes before any other dialog. */
const useNeedsFirstConsent = () =>
  useSessionStore(({ pendingTicket, userInfo }) => pendingTicket !== null || userInfo?.agreementVersion === null)

function endGreeting() {
  clearFirstLogin()
  openGuideModal()
}

/**
 * On the first login (SPEC §4), opens the gift and, when it is closed, the guide. Opens only the guide when the number
 * has used its gift with an earlier account.
 */
export function useFirstLoginGift() {
  const { isLoggedIn, userInfo } = useSession()
  const isFirstLogin = useSessionStore((state) => state.isFirstLogin)
  const needsFirstConsent = useNeedsFirstConsent()
  const isGreeted = isLoggedIn && isFirstLogin && !needsFirstConsent

  const greet = useEffectEvent(() => {
    if (userInfo?.canClaimGift === false) endGreeting()
    else openGiftModal({ source: 'home', onClose: endGreeting })
  })
  useEffect(() => {
    if (isGreeted) greet()
  }, [isGreeted])
}

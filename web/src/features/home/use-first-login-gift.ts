import { useEffect, useEffectEvent } from 'react'
import { openGiftModal, openGuideModal } from '../../domain/gift/gift-store.ts'
import { useNeverAgreed } from '../../platform/agreements/consent-question.ts'
import { clearFirstLogin, useFirstLogin, useSession } from '../../platform/session/session-store.ts'

function endGreeting() {
  clearFirstLogin()
  openGuideModal()
}

/**
 * Greets someone logged in for the first time (SPEC §4): the gift, and once it is closed, the guide. Where the number
 * has spent its gift with an earlier account there is none to offer: the guide comes at once.
 */
export function useFirstLoginGift() {
  const { isLoggedIn, userInfo } = useSession()
  const isFirstLogin = useFirstLogin()
  // Consent comes first, the gift once it is given.
  const hasNeverAgreed = useNeverAgreed()
  const isGreeted = isLoggedIn && isFirstLogin && !hasNeverAgreed

  const greet = useEffectEvent(() => {
    if (userInfo?.canClaimGift === false) endGreeting()
    else openGiftModal({ source: 'home', onClose: endGreeting })
  })
  useEffect(() => {
    if (isGreeted) greet()
  }, [isGreeted])
}

import { resultCode } from '@baiqicha/contract/result-codes'
import { membershipRoutes } from '@baiqicha/contract/routes/membership'
import { useState } from 'react'
import { closeGiftModal, type GiftRequest, openGuideModal, useGiftStore } from '../../domain/gift/gift-store.ts'
import { messages, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { logWarning } from '../../platform/log/log.ts'
import { reloadUserInfo } from '../../platform/session/session-actions.ts'
import { showToast } from '../../ui/toast.tsx'
import { GIFT_CLAIMED, giftAfterReload } from './gift-after-reload.ts'

/** Reloads the app. Resolves to false when a reload is not possible. */
export type ReloadApp = () => Promise<boolean>

const refreshUserInfo = () => reloadUserInfo().catch((error: unknown) => logWarning('user info is old', error))

/** A rejection shows its own message; a lost session redirects to login silently. */
function showFailure(error: unknown) {
  const rejection = rejectionOf(error)
  if (rejection?.code === resultCode.noSession) return
  const sentence = rejection === null || rejection.message === '' ? messages.claimFailed : rejection.message
  showToast(sentence, { icon: 'alert' })
}

/** After a successful claim (SPEC §4): reloads the app except on Home, then opens the guide. */
async function followGrant({ source }: GiftRequest, reloadApp: ReloadApp) {
  const reloads = source !== 'home'
  if (reloads) giftAfterReload.save()
  const isReloading = reloads && (await reloadApp())
  closeGiftModal()
  if (isReloading) return
  giftAfterReload.clear()
  openGuideModal()
}

/** Claims the gift with the chosen ids. Ignores taps while a request runs. */
export function useGiftClaim(request: GiftRequest, reloadApp: ReloadApp) {
  const [isClaiming, setIsClaiming] = useState(false)
  const [opening] = useState(() => useGiftStore.getState().opening)

  /** A user who has left the page keeps the gift and is not redirected. */
  const isStillOpen = () => {
    const now = useGiftStore.getState()
    return now.isOpen && now.opening === opening
  }

  /** Closes the modal when a retry is pointless: the session has ended or the gift is used. */
  const followRefusal = async (failure: unknown) => {
    showFailure(failure)
    const code = rejectionOf(failure)?.code
    if (code === resultCode.giftSpent) await refreshUserInfo()
    if ((code === resultCode.giftSpent || code === resultCode.noSession) && isStillOpen()) closeGiftModal()
  }

  const claim = async (careers: readonly string[], industries: readonly string[]) => {
    const input = { careerIdStr: careers.join(','), industryIdStr: industries.join(',') }
    try {
      await callApi(membershipRoutes.saveIndustryCareer, input, { silent: true })
    } catch (failure) {
      return followRefusal(failure)
    }
    showToast(GIFT_CLAIMED, { icon: 'check' })
    await refreshUserInfo()
    return isStillOpen() ? followGrant(request, reloadApp) : undefined
  }

  const claimOnce = async (careers: readonly string[], industries: readonly string[]) => {
    if (isClaiming) return
    setIsClaiming(true)
    await claim(careers, industries)
    setIsClaiming(false)
  }

  return { isClaiming, claim: claimOnce }
}

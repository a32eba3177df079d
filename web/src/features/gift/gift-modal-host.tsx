import { useEffect, useState } from 'react'
import { dismissGift, openGuideModal, useGiftStore } from '../../domain/gift/gift-store.ts'
import { messages } from '../../platform/api/api-error.ts'
import { registerOverlay } from '../../ui/overlay-registry.ts'
import sheet from '../../ui/sheet.module.css'
import { showToast } from '../../ui/toast.tsx'
import { GIFT_CLAIMED, giftAfterReload } from './gift-after-reload.ts'
import type { ReloadApp } from './use-gift-claim.ts'

type Popups = typeof import('./gift-popups.tsx')

/** Loads the code of the modal and the guide on first use. null until loaded; a failed load closes both. */
function usePopups(isNeeded: boolean): Popups | null {
  const [popups, setPopups] = useState<Popups | null>(null)
  const isMissing = isNeeded && popups === null
  useEffect(() => {
    if (!isMissing) return
    import('./gift-popups.tsx').then(setPopups, () => {
      dismissGift()
      showToast(messages.network, { icon: 'alert' })
    })
  }, [isMissing])
  return popups
}

/** Rendered once, at the root of the app. Shows what `openGiftModal` and `openGuideModal` open, also before it is there. */
export function GiftModalHost({ reloadApp }: { reloadApp: ReloadApp }) {
  const isGuideOpen = useGiftStore((state) => state.isGuideOpen)
  const isOpen = useGiftStore((state) => state.isOpen) || isGuideOpen
  const popups = usePopups(isOpen)

  useEffect(() => (isOpen ? registerOverlay(dismissGift) : undefined), [isOpen])

  useEffect(() => {
    if (!giftAfterReload.isDue()) return
    showToast(GIFT_CLAIMED, { icon: 'check' })
    openGuideModal()
  }, [])

  useEffect(() => {
    if (isGuideOpen) giftAfterReload.clear()
  }, [isGuideOpen])

  if (popups !== null) return <popups.GiftPopups reloadApp={reloadApp} />
  return isOpen ? <div className={sheet.mask} /> : null
}

import { useGiftStore } from '../../domain/gift/gift-store.ts'
import { GiftDialog } from './gift-dialog.tsx'
import { GuideDialog } from './guide-dialog.tsx'
import type { ReloadApp } from './use-gift-claim.ts'

/** Modal and guide, loaded lazily by the host. */
export function GiftPopups({ reloadApp }: { reloadApp: ReloadApp }) {
  const { request, opening, isOpen, isGuideOpen } = useGiftStore()
  return (
    <>
      {request !== null && <GiftDialog request={request} opening={opening} isOpen={isOpen} reloadApp={reloadApp} />}
      <GuideDialog isOpen={isGuideOpen} />
    </>
  )
}

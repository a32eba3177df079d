import { createStore } from '../../lib/store.ts'

export type GiftRequest = {
  /** Page that opened the modal. After a claim the app reloads unless it is `home`. */
  source: string
  /** Called when the user, a claim or the end of the session closes the modal; not when the page is left. */
  onClose?: () => void
}

type GiftState = {
  /** Last request; it stays while its modal fades out. */
  request: GiftRequest | null
  /** Number of openings, as a React key: every opening starts with a fresh form. */
  opening: number
  isOpen: boolean
  isGuideOpen: boolean
}

/** State for the host at the root of the app. Other code calls the functions below. */
export const useGiftStore = createStore<GiftState>(() => ({
  request: null,
  opening: 0,
  isOpen: false,
  isGuideOpen: false,
}))

const { getState, setState } = useGiftStore

/** Opens the modal of the new-user gift. Does nothing while it is open. */
export function openGiftModal(request: GiftRequest) {
  const { isOpen, opening } = getState()
  if (!isOpen) setState({ request, opening: opening + 1, isOpen: true })
}

export function closeGiftModal() {
  const { isOpen, request } = getState()
  if (!isOpen) return
  setState({ isOpen: false })
  request?.onClose?.()
}

/** Closes the modal and the guide without calling back, when the page below is left. */
export function dismissGift() {
  setState({ isOpen: false, isGuideOpen: false })
}

/** Opens the guide to the membership. */
export function openGuideModal() {
  setState({ isGuideOpen: true })
}

export function closeGuideModal() {
  setState({ isGuideOpen: false })
}

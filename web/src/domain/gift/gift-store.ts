import { createStore } from '../../lib/store.ts'

export type GiftRequest = {
  /** Where the modal was opened from. After a claim the page is loaded anew, unless it is `home`. */
  source: string
  /** The modal was closed: by the person, by a claim, or because the session ended. Not when the page was left. */
  onClose?: () => void
  /** A claim was granted, and the modal is closed. Opens the guide where the opener says nothing else. */
  onOpenGuideModal?: () => void
}

type GiftState = {
  /** The last one asked for; it stays while its modal fades out. */
  request: GiftRequest | null
  /** Counts the openings: each begins anew. */
  opening: number
  isOpen: boolean
  isGuideOpen: boolean
}

/** Read by the host at the root of the app; everyone else calls the functions below. */
export const useGiftStore = createStore<GiftState>(() => ({
  request: null,
  opening: 0,
  isOpen: false,
  isGuideOpen: false,
}))

const { getState, setState } = useGiftStore

/** Opens the new-user gift over whatever shows. Does nothing while it is open. */
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

/** Takes both away without a word, for when the page below is left. */
export function dismissGift() {
  setState({ isOpen: false, isGuideOpen: false })
}

/** Opens the guide: what membership is, and where to find it. */
export function openGuideModal() {
  setState({ isGuideOpen: true })
}

export function closeGuideModal() {
  setState({ isGuideOpen: false })
}

import { useEffect, useLayoutEffect, useRef } from 'react'
import { createStore } from '../lib/store.ts'
import { CriticalIcon as Icon, type CriticalIconName as IconName } from './critical-icon.tsx'
import styles from './toast.module.css'

type Place = {
  /** Top and height of the visible part of the page, without the keyboard. Px. */
  viewTop: number
  viewHeight: number
  /** Height of the toast. Px. */
  height: number
  /** The focused field. */
  field?: { top: number; bottom: number } | undefined
}

/** Space between toast and field. Px. */
const GAP = 12

/** Top of a toast: in the middle of the lower third of what is visible, but above a focused field that it would cover. */
export function toastTop({ viewTop, viewHeight, height, field }: Place): number {
  const top = viewTop + (viewHeight * 5) / 6 - height / 2
  const isCovering = field !== undefined && top < field.bottom + GAP && top + height > field.top - GAP
  return isCovering ? Math.max(viewTop + GAP, field.top - GAP - height) : top
}

/** Display time of a toast (SPEC §9), and of one with an action. Milliseconds. */
const TOAST_MS = 2000
export const ACTION_TOAST_MS = 5000

/** Offered beside the text, such as 撤销. */
type ToastAction = { label: string; onAct: () => void }
type Toast = { id: number; text: string; icon: IconName | null; action: ToastAction | null; isForNextPage: boolean }

const useToastStore = createStore<{ toast: Toast | null }>(() => ({ toast: null }))
let nextId = 1
let timer: ReturnType<typeof setTimeout> | undefined

type ToastOptions = {
  icon?: IconName
  action?: ToastAction
  /** The next navigation leaves the toast: it announces why the page changes. */
  isForNextPage?: boolean
}

/** Also called when a sheet or a question opens, which the toast would cover. */
export const hideToast = () => useToastStore.setState({ toast: null })

/** Shows a toast and replaces the current one. */
export function showToast(text: string, { icon, action, isForNextPage = false }: ToastOptions = {}) {
  clearTimeout(timer)
  useToastStore.setState({
    toast: { id: nextId++, text, icon: icon ?? null, action: action ?? null, isForNextPage },
  })
  timer = setTimeout(hideToast, action === undefined ? TOAST_MS : ACTION_TOAST_MS)
}

/** Removes the toast of the page that is left. Called on every navigation. */
export function leaveToast() {
  const { toast } = useToastStore.getState()
  if (toast !== null) useToastStore.setState({ toast: toast.isForNextPage ? { ...toast, isForNextPage: false } : null })
}

/** Moves the region above the keyboard, and above the focused field that it would cover. */
function placeRegion(region: HTMLElement) {
  const { height, offsetTop } = window.visualViewport ?? { height: window.innerHeight, offsetTop: 0 }
  const field = document.activeElement?.closest('input, textarea')?.getBoundingClientRect()
  const top = toastTop({ viewTop: offsetTop, viewHeight: height, height: region.offsetHeight, field })
  region.style.top = `${top}px`
}

/**
 * Rendered once, at the root of the app. The live region stays mounted, so that screen readers announce its changes.
 */
export function ToastHost() {
  const toast = useToastStore((state) => state.toast)
  const region = useRef<HTMLOutputElement>(null)
  useLayoutEffect(() => {
    const element = region.current
    if (toast === null || element === null) return undefined
    const place = () => placeRegion(element)
    place()
    // The keyboard opens, or the focus moves, after the toast has been shown.
    window.visualViewport?.addEventListener('resize', place)
    document.addEventListener('focusin', place)
    return () => {
      window.visualViewport?.removeEventListener('resize', place)
      document.removeEventListener('focusin', place)
    }
  }, [toast])
  // Removes the toast when the region unmounts.
  useEffect(() => hideToast, [])
  return (
    // Explicit aria-live: modal dialogs hide from screen readers all elements that are not marked as live.
    <output ref={region} className={styles.region} aria-live="polite">
      {toast !== null && (
        <span key={toast.id} className={styles.toast}>
          {toast.icon !== null && <Icon name={toast.icon} size={18} />}
          {toast.text}
          {toast.action !== null && (
            <button
              track-id="toast-action"
              type="button"
              className={styles.action}
              onClick={() => {
                hideToast()
                toast.action?.onAct()
              }}
            >
              {toast.action.label}
            </button>
          )}
        </span>
      )}
    </output>
  )
}

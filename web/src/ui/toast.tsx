import { useEffect } from 'react'
import { create } from 'zustand'
import { FirstIcon as Icon } from './first-icon.tsx'
import type { FirstIconName as IconName } from './first-icon-paths.ts'
import styles from './toast.module.css'

/** How long a toast stays (SPEC §9). Milliseconds. */
const TOAST_MS = 2000

type Toast = { id: number; text: string; icon: IconName | null }

const useToastStore = create<{ toast: Toast | null }>(() => ({ toast: null }))
let nextId = 1
let timer: ReturnType<typeof setTimeout> | undefined

/** One at a time: a new one takes the place of the one that stands. */
export function showToast(text: string, options: { icon?: IconName } = {}) {
  clearTimeout(timer)
  useToastStore.setState({ toast: { id: nextId++, text, icon: options.icon ?? null } })
  timer = setTimeout(() => useToastStore.setState({ toast: null }), TOAST_MS)
}

/** Stands once, at the root of the app. The region stays, so that screen readers follow it. */
export function ToastHost() {
  const toast = useToastStore((state) => state.toast)
  // A toast does not outlive its region.
  useEffect(() => () => useToastStore.setState({ toast: null }), [])
  return (
    // Said aloud for dialogs: they hide from screen readers all that is not marked as live in so many words.
    <output className={styles.region} aria-live="polite">
      {toast !== null && (
        <span key={toast.id} className={styles.toast}>
          {toast.icon !== null && <Icon name={toast.icon} size={18} />}
          {toast.text}
        </span>
      )}
    </output>
  )
}

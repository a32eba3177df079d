import { useEffect } from 'react'
import { createStore } from '../lib/store.ts'
import { FirstIcon as Icon } from './first-icon.tsx'
import type { FirstIconName as IconName } from './first-icon-paths.ts'
import styles from './toast.module.css'

/** Display time of a toast (SPEC §9). Milliseconds. */
const TOAST_MS = 2000

type Toast = { id: number; text: string; icon: IconName | null }

const useToastStore = createStore<{ toast: Toast | null }>(() => ({ toast: null }))
let nextId = 1
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a toast and replaces the current one. */
export function showToast(text: string, options: { icon?: IconName } = {}) {
  clearTimeout(timer)
  useToastStore.setState({ toast: { id: nextId++, text, icon: options.icon ?? null } })
  timer = setTimeout(() => useToastStore.setState({ toast: null }), TOAST_MS)
}

/**
 * Rendered once, at the root of the app. The live region stays mounted, so that screen readers announce its changes.
 */
export function ToastHost() {
  const toast = useToastStore((state) => state.toast)
  // Removes the toast when the region unmounts.
  useEffect(() => () => useToastStore.setState({ toast: null }), [])
  return (
    // Explicit aria-live: modal dialogs hide from screen readers all elements that are not marked as live.
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

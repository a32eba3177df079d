import { lazy, Suspense, useEffect } from 'react'
import { createStore } from '../lib/store.ts'
import type { ConfirmQuestion } from './confirm-alert.tsx'
import { registerOverlay } from './overlay-registry.ts'
import styles from './sheet.module.css'
import { hideToast } from './toast.tsx'

type ConfirmState = { question: ConfirmQuestion | null; isOpen: boolean; resolve: (isConfirmed: boolean) => void }

const useConfirmStore = createStore<ConfirmState>(() => ({ question: null, isOpen: false, resolve: () => {} }))

/**
 * Opens a confirmation. Resolves to false for 取消, Esc and navigation; a new confirmation resolves the open one to
 * false.
 */
export function confirmDialog(question: ConfirmQuestion): Promise<boolean> {
  useConfirmStore.getState().resolve(false)
  hideToast()
  return new Promise((respond) => {
    const resolve = (isConfirmed: boolean) => {
      useConfirmStore.setState({ isOpen: false, resolve: () => {} })
      respond(isConfirmed)
    }
    useConfirmStore.setState({ question, isOpen: true, resolve })
  })
}

const ConfirmAlert = lazy(() => import('./confirm-alert.tsx').then((module) => ({ default: module.ConfirmAlert })))

/** Rendered once, at the root of the app. */
export function ConfirmDialogHost() {
  const { question, isOpen, resolve } = useConfirmStore()
  useEffect(() => (isOpen ? registerOverlay(() => resolve(false)) : undefined), [isOpen, resolve])
  if (question === null) return null
  return (
    <Suspense fallback={<div className={styles.mask} />}>
      <ConfirmAlert question={question} open={isOpen} onAnswer={resolve} onDismiss={() => resolve(false)} />
    </Suspense>
  )
}

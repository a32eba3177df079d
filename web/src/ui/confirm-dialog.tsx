import { lazy, Suspense, useEffect } from 'react'
import { createStore } from '../lib/store.ts'
import type { ConfirmQuestion } from './confirm-question.ts'
import { registerOverlay } from './overlay-registry.ts'
import styles from './sheet.module.css'

type ConfirmState = { question: ConfirmQuestion | null; isOpen: boolean; settle: (isConfirmed: boolean) => void }

const useConfirmStore = createStore<ConfirmState>(() => ({ question: null, isOpen: false, settle: () => {} }))

/** Asks before acting. false for 取消, Esc and navigation; a new question answers the open one with false. */
export function confirmDialog(question: ConfirmQuestion): Promise<boolean> {
  useConfirmStore.getState().settle(false)
  return new Promise((resolve) => {
    const settle = (isConfirmed: boolean) => {
      useConfirmStore.setState({ isOpen: false, settle: () => {} })
      resolve(isConfirmed)
    }
    useConfirmStore.setState({ question, isOpen: true, settle })
  })
}

const ConfirmAlert = lazy(() => import('./confirm-alert.tsx').then((module) => ({ default: module.ConfirmAlert })))

/** Stands once, at the root of the app. */
export function ConfirmDialogHost() {
  const { question, isOpen, settle } = useConfirmStore()
  useEffect(() => (isOpen ? registerOverlay(() => settle(false)) : undefined), [isOpen, settle])
  if (question === null) return null
  return (
    <Suspense fallback={<div className={styles.mask} />}>
      <ConfirmAlert question={question} open={isOpen} onAnswer={settle} onDismiss={() => settle(false)} />
    </Suspense>
  )
}

import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import utility from '../../ui/utility.module.css'
import { HIDE_NUMBER } from './contact-card.tsx'
import styles from './leads.module.css'

const HideNumberSheet = lazyPart(async () => (await import('./hide-number-sheet.tsx')).HideNumberSheet)

/** Opens 隐藏号码. The sheet loads with the first opening. */
export function HideNumberAction() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        track-id="hide-number"
        type="button"
        className={`${styles.rowAction} ${utility.tap}`}
        onClick={() => setIsOpen(true)}
      >
        {HIDE_NUMBER}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <HideNumberSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

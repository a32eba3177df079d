import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import utility from '../../ui/utility.module.css'
import styles from './hide-number-action.module.css'

const HideNumberSheet = lazyPart(async () => (await import('./hide-number-sheet.tsx')).HideNumberSheet)

/** Opens 隐藏号码. The sheet loads with the first opening. */
export function HideNumberAction({ label }: { label: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        track-id="hide-number"
        type="button"
        className={`${styles.action} ${utility.tap}`}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <HideNumberSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import type { ReactNode } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './explanation-sheet.module.css'
import type { Explanation } from './explanations.ts'

type Props = {
  title: string
  explanations: readonly Explanation[]
  /** Content below all explanations. */
  end?: ReactNode
  open: boolean
  onClose: () => void
}

/** Sheet that explains terms of the page. */
export function ExplanationSheet({ title, explanations, end, open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className={styles.content}>
        <dl>
          {explanations.map(({ term, text }) => (
            <div key={term} className={styles.item}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {end !== undefined && <p className={styles.end}>{end}</p>}
      </div>
    </Sheet>
  )
}

import type { ReactNode } from 'react'
import styles from './fact-box.module.css'

type BoxedFact = { label: string; content: ReactNode }

/** Two or three facts in columns; in rows in elder mode. */
export function FactBox({ facts }: { facts: readonly BoxedFact[] }) {
  return (
    <dl className={styles.box}>
      {facts.map(({ label, content }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  )
}

import type { ReactNode } from 'react'
import styles from './fact-box.module.css'

export type Fact = { label: string; content: ReactNode }

/** Two or three facts in columns; in rows in elder mode. */
export function FactBox({ facts }: { facts: readonly Fact[] }) {
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

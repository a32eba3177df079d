import type { ReactNode } from 'react'
import styles from './joined-phrases.module.css'

/** Phrases with points between them, each on one line. A line neither begins nor ends with a point. */
export const JoinedPhrases = ({ phrases }: { phrases: readonly ReactNode[] }) => (
  <span className={styles.phrases}>
    {phrases.map((phrase, at) => (
      <span key={at}>
        {at > 0 && <span className={styles.point}> · </span>}
        {phrase}
      </span>
    ))}
  </span>
)

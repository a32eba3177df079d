import { SourceChip } from '../../ui/source-chip.tsx'
import type { FactSource } from './fact-sources.ts'
import styles from './source-lines.module.css'

/** Sources and dates of the facts above; each source names its facts when there are several. */
export function SourceLines({ lines }: { lines: readonly FactSource[] }) {
  if (lines.length === 0) return null
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.subject}>
          {lines.length > 1 && <span className={styles.subject}>{line.subject}</span>}
          <SourceChip name={line.name} url={line.url} asOf={line.asOf} />
        </li>
      ))}
    </ul>
  )
}

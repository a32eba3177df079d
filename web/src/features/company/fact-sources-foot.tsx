import { CorrectionLink } from '../../domain/record/section-foot.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import type { FactSource } from './fact-sources.ts'
import styles from './fact-sources-foot.module.css'
import { SourceSummary } from './source-summary.tsx'

type Props = {
  lines: readonly FactSource[]
  /** URL of 纠错; absent: the page has one for all its cards. */
  correction?: string | undefined
}

/** Foot of a card of facts: its only source, or the number of its sources. A printed page names each source. */
export function FactSourcesFoot({ lines, correction }: Props) {
  const [first] = lines
  if (first === undefined && correction === undefined) return null
  return (
    <div className={styles.foot}>
      <div className={styles.sources}>
        {lines.length > 1 ? (
          <>
            <SourceSummary lines={lines} />
            <ul className={styles.printed}>
              {lines.map((line) => (
                <li key={line.subject}>
                  {line.subject} <SourceChip name={line.name} asOf={line.asOf} />
                </li>
              ))}
            </ul>
          </>
        ) : (
          first !== undefined && <SourceChip name={first.name} url={first.url} asOf={first.asOf} />
        )}
      </div>
      {correction !== undefined && <CorrectionLink to={correction} />}
    </div>
  )
}

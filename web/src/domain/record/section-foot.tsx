import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import utility from '../../ui/utility.module.css'
import styles from './section-foot.module.css'

type Source = { sourceId: string; sourceName: string; sourceUrl: string | null; asOf: string | null }

type SectionFootProps = {
  sources: readonly Source[]
  /** URL of 纠错; absent: the page has one for all its sections. */
  correction?: string
}

/** Foot of a section: sources with dates, and 纠错. */
export function SectionFoot({ sources, correction }: SectionFootProps) {
  return (
    <div className={styles.foot}>
      <ul className={styles.sources}>
        {sources.map((source) => (
          <li key={`${source.sourceId} ${source.asOf}`}>
            <SourceChip name={source.sourceName} url={source.sourceUrl} asOf={source.asOf} />
          </li>
        ))}
      </ul>
      {correction !== undefined && <CorrectionLink to={correction} />}
    </div>
  )
}

/** Link to 纠错 for the section above. */
export function CorrectionLink({ to }: { to: string }) {
  return (
    <Link track-id="correct" to={to} className={classNames(styles.correction, utility.tap)}>
      <Icon name="edit" size={14} />
      纠错
    </Link>
  )
}

/** Icon link to 纠错 for one row. `of` names the row for screen readers. */
export function CorrectionSign({ to, of }: { to: string; of: string }) {
  return (
    <Link
      track-id="correct"
      data-track-label="纠错"
      to={to}
      className={classNames(styles.sign, utility.tap)}
      aria-label={`纠错：${of}`}
    >
      <Icon name="edit" size={14} />
    </Link>
  )
}

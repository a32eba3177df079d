import { classNames } from '../lib/class-names.ts'
import { Link } from '../lib/router/router.tsx'
import { Icon } from '../ui/icon.tsx'
import { SourceChip } from '../ui/source-chip.tsx'
import utility from '../ui/utility.module.css'
import styles from './section-foot.module.css'

type Source = { sourceId: string; sourceName: string; sourceUrl: string | null; asOf: string | null }

/** Ends a section: where what it tells comes from, at what date, and the way to have it put right. */
export function SectionFoot({ sources, correction }: { sources: readonly Source[]; correction: string }) {
  return (
    <div className={styles.foot}>
      <ul className={styles.sources}>
        {sources.map((source) => (
          <li key={`${source.sourceId} ${source.asOf}`}>
            <SourceChip name={source.sourceName} url={source.sourceUrl} asOf={source.asOf} />
          </li>
        ))}
      </ul>
      <CorrectionLink to={correction} />
    </div>
  )
}

/** 纠错 of what stands above. */
function CorrectionLink({ to }: { to: string }) {
  return (
    <Link to={to} className={classNames(styles.correction, utility.tap)}>
      <Icon name="edit" size={14} />
      纠错
    </Link>
  )
}

/** 纠错 of one row of many: a sign beside it. `of` names the row for those who hear the page. */
export function CorrectionSign({ to, of }: { to: string; of: string }) {
  return (
    <Link to={to} className={classNames(styles.sign, utility.tap)} aria-label={`纠错：${of}`}>
      <Icon name="edit" size={14} />
    </Link>
  )
}

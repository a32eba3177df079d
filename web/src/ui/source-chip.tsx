import { classNames } from '../lib/class-names.ts'
import { Icon } from './icon.tsx'
import styles from './source-chip.module.css'
import utility from './utility.module.css'

type SourceChipProps = {
  name: string
  /** Page of the source, opened in a new window; null when it has none. */
  url?: string | null
  /** As exact as the source states it: 2026-06-30, 2026-06 or 2021. null: the source gives no date. */
  asOf: string | null
}

const isWebAddress = (url: string | null | undefined): url is string => url != null && /^https?:\/\//i.test(url)

/** Source and date of a record or section. */
export function SourceChip({ name, url, asOf }: SourceChipProps) {
  const content = (
    <>
      <Icon name="seal" size={14} className={styles.seal} />
      <span>
        <span className={utility.spoken}>来源：</span>
        {name}
      </span>
      {asOf !== null && (
        <span className={styles.date}>
          <span className={utility.spoken}>，数据截至 </span>
          {asOf}
        </span>
      )}
    </>
  )
  if (!isWebAddress(url)) return <span className={styles.source}>{content}</span>
  return (
    <a
      track-id="source"
      className={classNames(styles.source, utility.tap)}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
    >
      {content}
      <span className={utility.spoken}>，在新窗口打开</span>
    </a>
  )
}

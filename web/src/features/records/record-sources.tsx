import type { RecordRow } from '@baiqicha/contract/records/record'
import { webAddress } from '../../lib/web-address.ts'
import { Icon } from '../../ui/icon.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import utility from '../../ui/utility.module.css'
import styles from './record-sources.module.css'

/** All sources of a record with their dates and links. */
export function RecordSources({ sources }: Pick<RecordRow, 'sources'>) {
  return (
    <ul className={styles.sources} aria-label="数据来源">
      {sources.map(({ sourceId, sourceName, sourceUrl, asOf }) => (
        <li key={`${sourceId}${asOf}`}>
          <SourceChip name={sourceName} asOf={asOf} />
          <Original url={sourceUrl === null ? null : webAddress(sourceUrl)} name={sourceName} />
        </li>
      ))}
    </ul>
  )
}

function Original({ url, name }: { url: string | null; name: string }) {
  if (url === null) return null
  return (
    <a
      track-id="record-original"
      className={styles.original}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      <Icon name="link" size={14} />
      原文
      <span className={utility.spoken}>：{name}，在新窗口打开</span>
    </a>
  )
}

import type { CompanyEvent } from '@baiqicha/contract/follow'
import { memo } from 'react'
import { companyPath } from '../../domain/company/company-path.ts'
import { eventPath } from '../../domain/follow/event-path.ts'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './change-row.module.css'

/** One change. Additions and removals look alike: the text alone states which it is. */
export const ChangeRow = memo(function ChangeRow({ event }: { event: CompanyEvent }) {
  const { companyId, companyName, text, before, after, source } = event
  // A short value stands in the text.
  const isQuoted = text.includes(before ?? '') && text.includes(after ?? '')
  return (
    <article className={styles.row}>
      <h3>
        <Link track-id="change-row" to={eventPath(event)} className={styles.text}>
          <span className={utility.grow}>
            {event.isUnread && (
              <span className={styles.unread}>
                <span className={utility.spoken}>未读，</span>
              </span>
            )}
            <bdi>{withWholePhrases(text)}</bdi>
          </span>
          <Icon name="right" size={16} className={styles.arrow} />
        </Link>
      </h3>
      {!isQuoted && (
        <dl className={styles.values}>
          <div>
            <dt>变更前</dt>
            <dd>
              <bdi>{before ?? '-'}</bdi>
            </dd>
          </div>
          <div>
            <dt>变更后</dt>
            <dd>
              <bdi>{after ?? '-'}</bdi>
            </dd>
          </div>
        </dl>
      )}
      <div className={styles.company}>
        <Link track-id="company" to={companyPath(companyId)} className={`${utility.tapHeight} ${styles.name}`}>
          <bdi className={utility.clip}>{companyName}</bdi>
        </Link>
        {event.isDemo && <Tag tone="demo">演示数据</Tag>}
      </div>
      <p className={styles.dates}>
        <span>{event.eventDate === null ? '日期不详' : `${event.eventDate} 发生`}</span>
        <span>{event.importedOn} 收录</span>
        {event.isLate && <Tag tone="mute">较早事项，近期收录</Tag>}
      </p>
      <SourceChip name={source.sourceName} url={source.sourceUrl} asOf={source.asOf} />
    </article>
  )
})

/** A date and what stands in brackets move to the next line as a whole. */
const withWholePhrases = (text: string) =>
  text.split(/(（[^（）]*）|\d{4}-\d{2}-\d{2})/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={`${at}${part}`} className={utility.phrase}>
        {part}
      </span>
    ),
  )

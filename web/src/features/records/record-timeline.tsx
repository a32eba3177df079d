import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordDetail } from '@baiqicha/contract/records/record'
import { recordDetailPath } from '../../domain/record-paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatDate } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { Card } from '../../ui/card.tsx'
import { CardTitle } from './card-title.tsx'
import styles from './record-timeline.module.css'

type Props = { timeline: RecordDetail['timeline']; ownId: string; companyId: string | null }

/** Timeline of the matter, oldest first; hidden when there is only one step. */
export function RecordTimeline({ timeline, ownId, companyId }: Props) {
  if (timeline.length < 2) return null
  return (
    <Card>
      <CardTitle>案件进程</CardTitle>
      <ol className={styles.steps}>
        {timeline.map(({ date, label, recordKind, id }, at) => (
          <li key={`${at}${id}`} className={classNames(styles.step, id === ownId && styles.own)}>
            <span className={styles.date}>{formatDate(date)}</span>
            {id === ownId || !recordKinds[recordKind].hasDetail ? (
              <bdi>{label}</bdi>
            ) : (
              <Link className={styles.link} to={recordDetailPath(recordKind, id, companyId)}>
                <bdi>{label}</bdi>
              </Link>
            )}
            {id === ownId && <span className={styles.current}>（本条）</span>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

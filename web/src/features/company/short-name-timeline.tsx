import type { BusinessInfo } from '@baiqicha/contract/company-detail'
import { formatDate } from '../../lib/format.ts'
import styles from './short-name-timeline.module.css'

/** Former short names of a listed company with their dates, newest first. */
export function ShortNameTimeline({ names }: { names: BusinessInfo['formerShortNames'] }) {
  if (names.length === 0) return null
  return (
    <div className={styles.timeline}>
      <h3 className={styles.title}>曾用简称</h3>
      <ol>
        {names.map(({ name, from, to }) => (
          <li key={`${name} ${from}`} className={styles.name}>
            <bdi>{name}</bdi>
            <span className={styles.dates}>{datesOf(from, to)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function datesOf(from: string | null, to: string | null) {
  if (from === null && to === null) return '起止日期未收录'
  if (from === null) return `至 ${formatDate(to)}`
  return to === null ? `${formatDate(from)} 起` : `${formatDate(from)} 至 ${formatDate(to)}`
}

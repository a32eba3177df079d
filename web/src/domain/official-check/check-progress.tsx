import type { OfficialChecks } from '@baiqicha/contract/official-check'
import { classNames } from '../../lib/class-names.ts'
import { newestDay } from '../record/record-content.ts'
import styles from './check-progress.module.css'

/** Number of sites that the user has marked. */
export const checkedCount = (sites: OfficialChecks['sites']): number =>
  sites.filter(({ result }) => result !== null).length

/** Day of the newest mark, YYYY-MM-DD; null: no site is marked. */
export const lastCheckedOn = (sites: OfficialChecks['sites']): string | null =>
  newestDay(sites.map(({ checkedOn }) => checkedOn))

/** One segment for each site: blue 无, amber 有, grey open. The text beside it says the number. */
export function CheckProgress({ sites }: { sites: OfficialChecks['sites'] }) {
  return (
    <div className={styles.segments} aria-hidden="true">
      {sites.map(({ site, result }) => (
        <i key={site} className={classNames(result !== null && styles[result])} />
      ))}
    </div>
  )
}

import type { PerspectiveRow } from '@baiqicha/contract/company-perspective'
import { recordViewLabels, recordViews } from '@baiqicha/contract/records/record'
import { PerspectiveSentence } from '../../domain/company/perspective-sentence.tsx'
import shared from '../../domain/page/shared.module.css'
import { recordListPath } from '../../domain/record/record-paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { SessionLink } from '../../platform/navigation/session-link.tsx'
import headStyles from '../../ui/card.module.css'
import { Card } from '../../ui/card.tsx'
import { CardHead } from '../../ui/card-head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './perspective.module.css'

/** Whole years since the end of a year before a figure is marked as old. */
const OLD_AFTER = 2

/** +28.5%, −2.1%; a change that is unknown is a hyphen. */
const changeText = (change: number | null) =>
  change === null ? '-' : `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change).toFixed(1)}%`

function differenceText([newest, before]: NonNullable<PerspectiveRow['people']>): string | null {
  if (newest === undefined || before === undefined || before.year !== newest.year - 1) return null
  const difference = newest.count - before.count
  if (difference === 0) return `与 ${before.year} 年持平`
  return `比 ${before.year} 年${difference > 0 ? '多' : '少'} ${formatNumber(Math.abs(difference))} 人`
}

type ChartProps = { row: PerspectiveRow; people: NonNullable<PerspectiveRow['people']>; year: number }

/** Number of people by year. `year`: the current one. */
export function PeopleCard({ row: { fact, label, sources, note }, people, year }: ChartProps) {
  const [newest] = people
  if (newest === undefined) return null
  const most = Math.max(1, ...people.map(({ count }) => count))
  const age = year - 1 - newest.year
  const difference = differenceText(people)
  return (
    <Card label={label}>
      <CardHead title={label} aside={fact === 'annualEmployees' ? `截至 ${newest.year} 年末` : `${newest.year} 年报`}>
        {age >= OLD_AFTER && (
          <span className={styles.end}>
            <Tag tone="amber">距今超过 {age} 年</Tag>
          </span>
        )}
      </CardHead>
      <p className={styles.figure}>
        <span>
          <b>{formatNumber(newest.count)}</b> 人
        </span>
        {difference !== null && <span>{difference}</span>}
      </p>
      <table className={styles.years}>
        <caption className={utility.spoken}>{label}按年</caption>
        <tbody>
          {people.map(({ year: of, count, change }, at) => (
            <tr key={of} className={classNames(at === 0 && styles.newest)}>
              <th scope="row">{of}</th>
              <td className={styles.track} aria-hidden="true">
                <i style={{ width: `${(count / most) * 100}%` }} />
              </td>
              <td className={styles.count}>
                {formatNumber(count)}
                <span className={utility.spoken}> 人</span>
              </td>
              <td className={styles.change}>
                <span className={utility.spoken}>比上一年</span>
                {changeText(change)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {note !== null && <p className={shared.noteBlock}>{note}</p>}
      <ChartSource sources={sources} />
    </Card>
  )
}

/** Views from the top of a column to its foot. */
const upwards = [...recordViews].reverse()

/** Height of the tallest column in design px. */
const COLUMN = 56

type Cases = NonNullable<PerspectiveRow['cases']>

/** Records by year as columns: filled are current, half filled disputed, hollow history. */
export function CasesCard({ row, cases, companyId }: { row: PerspectiveRow; cases: Cases; companyId: string }) {
  const totals = cases.map((of) => recordViews.reduce((sum, view) => sum + of[view], 0))
  const most = Math.max(1, ...totals)
  const shown = recordViews.filter((view) => cases.some((of) => of[view] > 0))
  return (
    <Card label={row.label}>
      <CardHead title={row.label}>
        {row.list !== null && (
          <SessionLink
            track-id="perspective-row"
            to={recordListPath(row.list.kind, companyId, row.list.filters)}
            className={headStyles.more}
          >
            查看记录
            <Icon name="right" size={14} />
          </SessionLink>
        )}
      </CardHead>
      <p className={styles.chartSentence}>
        <PerspectiveSentence parts={row.sentence} />
      </p>
      <ol className={styles.columns} aria-label={`${row.label}按年`}>
        {cases.map((of, at) => (
          <li key={of.year}>
            <span className={utility.spoken}>
              {of.year} 年：{recordViews.map((view) => `${recordViewLabels[view]} ${of[view]} 条`).join('，')}
            </span>
            <span className={styles.column} aria-hidden="true">
              <span>{totals[at]}</span>
              {upwards.map(
                (view) =>
                  of[view] > 0 && (
                    <i key={view} className={styles[view]} style={{ height: `${(of[view] / most) * COLUMN}px` }} />
                  ),
              )}
            </span>
            <span className={styles.year} aria-hidden="true">
              {of.year}
            </span>
          </li>
        ))}
      </ol>
      <ul className={styles.legend} aria-hidden="true">
        {shown.map((view) => (
          <li key={view}>
            <i className={styles[view]} />
            {recordViewLabels[view]} {cases.reduce((sum, of) => sum + of[view], 0)}
          </li>
        ))}
      </ul>
      <ChartSource sources={row.sources} />
    </Card>
  )
}

function ChartSource({ sources: [source] }: Pick<PerspectiveRow, 'sources'>) {
  return (
    <div className={shared.cardFoot}>
      {source !== undefined && <SourceChip name={source.sourceName} url={source.sourceUrl} asOf={source.asOf} />}
    </div>
  )
}

import type { RiskTimelineRecord } from '@baiqicha/contract/records/record'
import { type PointerEvent, useMemo, useRef } from 'react'
import { classNames } from '../../lib/class-names.ts'
import utility from '../../ui/utility.module.css'
import styles from './risk-timeline.module.css'
import {
  countsInWords,
  rangeBetween,
  recordsInRange,
  type SlotRange,
  slotsOfColumn,
  type TimelineAxis,
  type TimelineColumn,
  type TimelineState,
  timelineGroupOf,
  timelineGroups,
  timelineMarks,
  timelineStates,
} from './risk-timeline-plan.ts'

type Props = {
  axis: TimelineAxis
  records: readonly RiskTimelineRecord[]
  range: SlotRange | null
  onChange: (range: SlotRange | null) => void
}

const stateClasses: Readonly<Record<TimelineState, string | undefined>> = {
  高: styles.high,
  中: styles.medium,
  异议处理中: styles.disputed,
  提示: styles.notice,
  历史: styles.past,
}

const yearsOf = ({ firstYear, lastYear }: TimelineColumn) =>
  firstYear === lastYear ? String(firstYear) : `${firstYear} 至 ${lastYear}`
/** 17 for 2017: five columns of two years fit in a narrow screen. */
const shortYear = (year: number) => String(year).slice(-2)

/** A finger that moves less, in px, taps. */
const TAP_PX = 8

/** Selects the slots between the press and the pointer. */
function useBrush({ axis, onChange }: Pick<Props, 'axis' | 'onChange'>) {
  const pressedX = useRef<number | null>(null)
  const hasBrushed = useRef(false)
  return {
    onPointerDown: ({ clientX }: PointerEvent) => {
      pressedX.current = clientX
      hasBrushed.current = false
    },
    onPointerMove: ({ clientX, currentTarget, pointerId }: PointerEvent) => {
      const from = pressedX.current
      if (from === null || (!hasBrushed.current && Math.abs(clientX - from) < TAP_PX)) return
      if (!hasBrushed.current) currentTarget.setPointerCapture(pointerId)
      hasBrushed.current = true
      const { left, width } = currentTarget.getBoundingClientRect()
      onChange(rangeBetween(axis, (from - left) / width, (clientX - left) / width))
    },
    onPointerUp: () => {
      pressedX.current = null
    },
    onPointerCancel: () => {
      pressedX.current = null
    },
    /** The end of a brush is no tap on the year below it. */
    isTap: () => !hasBrushed.current,
  }
}

/** Band of dots over the years, one row per group. A tap on a year or a horizontal brush selects a range. */
export function RiskTimelineBand({ axis, records, range, onChange }: Props) {
  const marks = useMemo(() => timelineMarks(axis, records), [axis, records])
  const columns = useMemo(
    () =>
      axis.columns.map((column, at) => {
        const slots = slotsOfColumn(axis, at)
        return { column, slots, count: recordsInRange(axis, slots, records).length }
      }),
    [axis, records],
  )
  const { isTap, ...brush } = useBrush({ axis, onChange })
  const percent = (slot: number) => `${(slot / axis.slots) * 100}%`
  return (
    <div className={styles.band}>
      <div className={styles.labels} aria-hidden="true">
        {timelineGroups.map(({ key, label }) => (
          <span key={key}>{label}</span>
        ))}
      </div>
      <div className={styles.plot} {...brush}>
        <div className={styles.rows} aria-hidden="true">
          {range !== null && (
            <span
              className={styles.selected}
              style={{ left: percent(range.from), width: percent(range.to - range.from + 1) }}
            />
          )}
          {timelineGroups.map(({ key }) => (
            <div key={key} className={styles.row}>
              {marks
                .filter(({ group }) => group === key)
                .map(({ slot, state, count }) => (
                  <span
                    key={slot}
                    className={classNames(styles.dot, stateClasses[state], count > 1 && styles.several)}
                    style={{ left: percent(slot + 0.5) }}
                  >
                    {count > 1 && (count > 99 ? '99+' : count)}
                  </span>
                ))}
            </div>
          ))}
        </div>
        {columns.map(({ column, slots, count }) => {
          const isOn = range?.from === slots.from && range.to === slots.to
          return (
            <button
              key={column.firstYear}
              track-id="timeline-year-choice"
              type="button"
              className={styles.year}
              aria-pressed={isOn}
              aria-label={`${yearsOf(column)} 年，${count} 条`}
              onClick={() => {
                if (isTap()) onChange(isOn ? null : slots)
              }}
            >
              {column.firstYear === column.lastYear ? (
                column.firstYear
              ) : (
                <>
                  {shortYear(column.firstYear)}
                  <span className={styles.until}>–{shortYear(column.lastYear)}</span>
                </>
              )}
            </button>
          )
        })}
      </div>
    </div>
  )
}

/** The same numbers as a table, for screen readers. */
export function RiskTimelineTable({ axis, records }: Pick<Props, 'axis' | 'records'>) {
  return (
    // A table ignores the width of its class: it would widen the page.
    <div className={utility.spoken}>
      <table>
        <caption>风险时间线</caption>
        <thead>
          <tr>
            <th scope="col">年份</th>
            {timelineGroups.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axis.columns.map((column, at) => {
            const own = recordsInRange(axis, slotsOfColumn(axis, at), records)
            return (
              <tr key={column.firstYear}>
                <th scope="row">{yearsOf(column)}</th>
                {timelineGroups.map(({ key }) => (
                  <td key={key}>
                    {countsInWords(own.filter(({ recordKind }) => timelineGroupOf(recordKind) === key))}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

export function RiskTimelineLegend() {
  return (
    <p className={styles.legend} aria-hidden="true">
      {timelineStates.map((state) => (
        <span key={state}>
          <i className={classNames(styles.key, stateClasses[state])} />
          {state}
        </span>
      ))}
    </p>
  )
}

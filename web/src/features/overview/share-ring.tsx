import { classNames } from '../../lib/class-names.ts'
import { formatPercent } from '../../lib/format.ts'
import type { RingArc } from './ring-arcs.ts'
import styles from './share-ring.module.css'

const SIZE = 132
const STROKE = 16
const GAP = 1.5
/** Slightly smaller than the picture, whose edge can fall between two pixels. */
const radius = (SIZE - STROKE) / 2 - 0.5
const around = 2 * Math.PI * radius

/** Ring of shares; the list below has the same content as text. Animates once when it appears. */
export function ShareRing({ parts, count }: { parts: readonly RingArc[]; count: number }) {
  return (
    <div className={styles.ring}>
      <svg className={styles.picture} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <g transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}>
          {parts.map((part) => (
            <Arc key={part.key} part={part} isWhole={parts.length === 1} />
          ))}
        </g>
        <circle
          className={styles.cover}
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={radius}
          strokeWidth={STROKE + 2}
          pathLength={100}
        />
        <text className={styles.count} x="50%" y="49%">
          {count}
        </text>
        <text className={styles.unit} x="50%" y="64%">
          名股东
        </text>
      </svg>
      <ul className={styles.legend} aria-label={`${count} 名股东的持股比例`}>
        {parts.map(({ key, name, percent, colour }) => (
          <li key={key}>
            <i className={classNames(styles.mark, styles[`c${colour}`])} aria-hidden="true" />
            <bdi className={styles.name}>{name}</bdi>
            <b>{formatPercent(percent)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A share too small for the gap is drawn as a line. */
function Arc({ part, isWhole }: { part: RingArc; isWhole: boolean }) {
  const length = Math.max(0.5, ((part.to - part.from) / 100) * around - (isWhole ? 0 : GAP))
  return (
    <circle
      className={classNames(styles.arc, styles[`c${part.colour}`])}
      cx={SIZE / 2}
      cy={SIZE / 2}
      r={radius}
      strokeWidth={STROKE}
      strokeDasharray={`${length} ${around - length}`}
      strokeDashoffset={(-part.from / 100) * around}
    />
  )
}

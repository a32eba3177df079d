import { useEffect, useState } from 'react'
import styles from './progress-bar.module.css'

/** Start value and step interval (SPEC §9). */
const MINIMUM = 0.3
const TRICKLE_MS = 200
/** Time in which the complete bar fades out. Milliseconds. */
const FADE_MS = 150

/** Steps shrink towards the end; only completion reaches 1. */
const trickle = (value: number) => Math.min(0.95, value + (1 - value) * 0.08)

/** Progress bar at the top while `active`; afterwards it is complete at once and fades out. */
export function ProgressBar({ active }: { active: boolean }) {
  const [value, setValue] = useState<number | null>(null)
  const [wasActive, setWasActive] = useState(false)
  if (active !== wasActive) {
    setWasActive(active)
    setValue((current) =>
      active ? (current === null || current === 1 ? MINIMUM : current) : current === null ? null : 1,
    )
  }

  useEffect(() => {
    if (active) {
      const timer = setInterval(() => setValue((current) => trickle(current ?? MINIMUM)), TRICKLE_MS)
      return () => clearInterval(timer)
    }
    const timer = setTimeout(() => setValue(null), FADE_MS)
    return () => clearTimeout(timer)
  }, [active])

  if (value === null) return null
  return (
    <progress
      className={styles.bar}
      aria-label="正在加载"
      value={value}
      data-done={value === 1 || undefined}
      style={{ transform: `scaleX(${value})` }}
    />
  )
}

import styles from './skeleton.module.css'

type Length = number | string
type SkeletonProps = { width: Length; height: Length; radius?: Length }

/** Converts design px to rem, so that a placeholder scales like its content. */
const length = (value: Length) => (typeof value === 'number' ? `${value / 16}rem` : value)

/** Pulsing placeholder with the geometry of its content. Numbers are design px. */
export function Skeleton({ width, height, radius = 4 }: SkeletonProps) {
  return (
    <span
      className={styles.skeleton}
      style={{ width: length(width), height: length(height), borderRadius: length(radius) }}
      aria-hidden="true"
    />
  )
}

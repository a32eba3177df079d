import { classNames } from '../lib/class-names.ts'
import styles from './icon.module.css'
import { type IconName, iconPaths } from './icon-paths.ts'

export type IconSize = 28 | 24 | 20 | 18 | 16 | 14 | 12

/** Decoration beside words; where it stands alone, its button carries the name. */
export function Icon({
  name,
  size = 24,
  className,
}: {
  name: IconName
  size?: IconSize
  className?: string | undefined
}) {
  return (
    <svg className={classNames(styles.icon, styles[`s${size}`], className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  )
}

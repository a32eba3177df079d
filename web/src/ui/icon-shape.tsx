import { classNames } from '../lib/class-names.ts'
import styles from './icon.module.css'

type IconSize = 28 | 24 | 20 | 18 | 16 | 14 | 12

/** Props of an icon beside its name. */
export type IconStyle = { size?: IconSize; className?: string | undefined }

/** Decorative icon, hidden from screen readers; a button with an icon alone carries the name. */
export function IconShape({ path, size = 24, className }: IconStyle & { path: string }) {
  return (
    <svg className={classNames(styles.icon, styles[`s${size}`], className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

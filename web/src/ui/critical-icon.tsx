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

/** The icons of the first load: Home, the tab bar, toasts, and the back bar of the error page. One family on a 24 grid, drawn with a stroke. */
export const criticalIconPaths = {
  search: 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0zM16 16l4.5 4.5',
  right: 'M9.5 6l6 6-6 6',
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  phone:
    'M6.2 4.5h2.6l1.5 4-2 1.6a11 11 0 0 0 5.6 5.6l1.6-2 4 1.5v2.6a1.7 1.7 0 0 1-1.8 1.7C10.9 19 5 13.1 4.5 6.3a1.7 1.7 0 0 1 1.7-1.8z',
  shield: 'M12 3.5l7 2.5v5.5c0 4.4-2.9 7.5-7 9-4.1-1.5-7-4.6-7-9V6zM12 8.5v4M12 15.7v.01',
  gavel: 'M13 4l6.5 6.5-3.5 3.5L9.5 7.5zM12 11.5l-7.5 7.5M13 20.5h7.5',
  user: 'M8.2 8a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0zM4.5 20c.6-3.9 3.7-6 7.5-6s6.9 2.1 7.5 6',
  home: 'M4 10.8L12 4l8 6.8M6 9.2v10.3h12V9.2M10 19.5v-5h4v5',
  gift: 'M4.8 9h14.4a0.8 0.8 0 0 1 0.8 0.8v2.4a0.8 0.8 0 0 1 -0.8 0.8h-14.4a0.8 0.8 0 0 1 -0.8 -0.8v-2.4a0.8 0.8 0 0 1 0.8 -0.8zM5.5 13v6.5h13V13M12 9v10.5M12 9C9 9 7.5 7.8 7.5 6.3c0-1.3 1-2.1 2-2.1C11.2 4.2 12 6.5 12 9c0-2.5.8-4.8 2.5-4.8 1 0 2 .8 2 2.1C16.5 7.8 15 9 12 9',
  notice: 'M4.5 9.8v4.4h3l5 3.8V6l-5 3.8zM15.8 9.2a4 4 0 0 1 0 5.6M18.3 6.8a7.4 7.4 0 0 1 0 10.4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 4.5l8.5 15h-17zM12 10v4.5M12 17v.01',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  crown: 'M4.5 8l3.9 3.5L12 5.5l3.6 6L19.5 8 18 17.5H6z',
} as const

export type CriticalIconName = keyof typeof criticalIconPaths

/** `Icon` for the first load: bundles only the paths used there. */
export const CriticalIcon = ({ name, ...style }: IconStyle & { name: CriticalIconName }) => (
  <IconShape path={criticalIconPaths[name]} {...style} />
)

import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './card.module.css'

type CardProps = {
  children: ReactNode
  as?: 'section' | 'div' | 'nav'
  label?: string
  className?: string | undefined
}

/** White card: radius 12, margin 12 at the sides and 8 below. */
export function Card({ children, as: Element = 'section', label, className }: CardProps) {
  return (
    <Element className={classNames(styles.card, className)} aria-label={label}>
      {children}
    </Element>
  )
}

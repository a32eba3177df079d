import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './card.module.css'

type CardProps = {
  children: ReactNode
  as?: 'section' | 'div' | 'nav'
  label?: string
  className?: string | undefined
}

/** Level 1 over the page: radius 12, 12 from the edge, 8 to the next. */
export function Card({ children, as: Element = 'section', label, className }: CardProps) {
  return (
    <Element className={classNames(styles.card, className)} aria-label={label}>
      {children}
    </Element>
  )
}

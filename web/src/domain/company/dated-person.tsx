import type { ReactNode } from 'react'
import styles from './dated-person.module.css'

type Props = { year: string | null; children: ReactNode }

/** Name of a person with the year of an old office. A long name is cut, the year is not. */
export function DatedPerson({ year, children }: Props) {
  return (
    <span className={styles.person}>
      {children}
      {year !== null && <small> {year}</small>}
    </span>
  )
}

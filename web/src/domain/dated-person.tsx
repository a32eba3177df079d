import type { ReactNode } from 'react'
import utility from '../ui/utility.module.css'
import styles from './dated-person.module.css'
import type { LeadingPerson } from './leading-person.ts'

type Props = { year: string | null; children: ReactNode }

/** Label of a name without a column of its own. 法定代表人 is understood, so it is only spoken. */
export function LeadingLabel({ person: { label, isUsual } }: { person: LeadingPerson }) {
  return <span className={isUsual ? utility.spoken : styles.label}>{label} </span>
}

/** Name of a person with the year of an old office. A long name is cut, the year is not. */
export function DatedPerson({ year, children }: Props) {
  return (
    <span className={styles.person}>
      {children}
      {year !== null && <small> {year}</small>}
    </span>
  )
}

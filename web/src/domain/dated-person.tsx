import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { ReactNode } from 'react'
import styles from './dated-person.module.css'

type Props = { company: Pick<CompanySummary, 'legalRepresentativeYear'>; children: ReactNode }

/** Name of a legal representative with the year of an old office. A long name is cut, the year is not. */
export function DatedPerson({ company: { legalRepresentativeYear: year }, children }: Props) {
  return (
    <span className={styles.person}>
      {children}
      {year !== null && <small> {year}</small>}
    </span>
  )
}

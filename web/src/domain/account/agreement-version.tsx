import styles from './agreement-version.module.css'

/** Version and effective date of an agreement. A version often has its date as its name. */
export function AgreementVersion({ version, effectiveDate }: { version: string; effectiveDate: string }) {
  return (
    <span className={styles.line}>
      <span className={styles.part}>{version} 版 · </span>
      <span className={styles.part}>{version === effectiveDate ? '即日' : `${effectiveDate} `}生效</span>
    </span>
  )
}

import utility from '../../ui/utility.module.css'
import shared from '../page/shared.module.css'

/** Version and effective date of an agreement. A version often has its date as its name. */
export function AgreementVersion({ version, effectiveDate }: { version: string; effectiveDate: string }) {
  return (
    <span className={shared.noteLine}>
      <span className={utility.phrase}>{version} 版 · </span>
      <span className={utility.phrase}>{version === effectiveDate ? '即日' : `${effectiveDate} `}生效</span>
    </span>
  )
}

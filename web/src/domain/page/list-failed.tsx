import { CompanyRow } from '../company/company-row.tsx'
import { useSavedCompanies } from '../company/use-saved-companies.ts'
import styles from './list-failed.module.css'
import { PageFailed } from './page-failed.tsx'

/** Error state of a list: reason, retry, and the companies that can still be read offline. */
export function ListFailed({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  const savedCompanies = useSavedCompanies()
  return (
    <>
      <PageFailed reason={reason} onRetry={onRetry} />
      {savedCompanies.length > 0 && (
        <section className={styles.offline}>
          <h2>可离线查看的企业</h2>
          {savedCompanies.map((company) => (
            <CompanyRow key={company.id} company={company} variant="compact" note="已离线保存" />
          ))}
        </section>
      )}
    </>
  )
}

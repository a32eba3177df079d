import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { useEffect, useState } from 'react'
import { recentCompanies } from './recent-companies.ts'

/** Companies that can be read without a connection, newest first; those of earlier visits follow once they are read. */
export function useSavedCompanies(): readonly CompanySummary[] {
  const [companies, setCompanies] = useState(recentCompanies.listSummaries)
  useEffect(() => {
    void import('./stored-companies.ts')
      .then(({ storedCompanies }) => storedCompanies.restore())
      .then(
        () => setCompanies(recentCompanies.listSummaries()),
        () => {},
      )
  }, [])
  return companies
}

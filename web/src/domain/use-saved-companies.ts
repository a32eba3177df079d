import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { useEffect, useState } from 'react'
import { recentCompanies } from './recent-companies.ts'

/** Companies that can be read without a connection, newest first; those of earlier visits follow once they are read. */
export function useSavedCompanies(): readonly CompanySummary[] {
  const [, setCount] = useState(0)
  useEffect(() => {
    const show = () => setCount(recentCompanies.listSummaries().length)
    const count = recentCompanies.listSummaries().length
    void import('./stored-companies.ts')
      .then(({ storedCompanies }) => storedCompanies.restore())
      .then(
        () => recentCompanies.listSummaries().length > count && show(),
        () => {},
      )
  }, [])
  return recentCompanies.listSummaries()
}

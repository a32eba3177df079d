import { OfficialCheckCard } from '../../domain/official-check/official-check-card.tsx'
import { useOfficialChecksQuery } from '../../platform/official-check/official-check-queries.ts'

/** 官方核查 of the company in its short form. */
export function CompanyChecks({ companyId }: { companyId: string }) {
  const { data } = useOfficialChecksQuery(companyId)
  return <OfficialCheckCard companyId={companyId} checks={data} />
}

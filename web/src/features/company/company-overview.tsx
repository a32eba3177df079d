import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { SectionKey } from '@baiqicha/contract/records/kind-table'
import { Link } from '../../lib/router/router.tsx'
import { BusinessInfoCards } from './business-info-cards.tsx'
import { JobSeekerCard } from './job-seeker-card.tsx'
import { ListCompanyNote } from './list-company-note.tsx'
import { ListEntryCard, ReportedRepresentativeCard } from './list-entries-and-representatives.tsx'
import { BranchCard, KeyPeopleCard } from './people-and-branches.tsx'
import { RiskOverview } from './risk-overview.tsx'
import gridStyles from './section-grid.module.css'
import { CellIcon, PlugLegend, RiskGrid, SectionGrid } from './section-grid.tsx'
import { sectionsOf } from './section-views.ts'

/** Overview tab: the register entry and all sections, connected or not. */
export function CompanyOverview({ detail }: { detail: CompanyDetail }) {
  const { id, sections } = detail
  const registerLink = (
    <Link to={`/overview/businessInfo?${new URLSearchParams({ id }).toString()}`} className={gridStyles.cell}>
      <CellIcon name="building" />
      工商信息
    </Link>
  )
  const has = (key: SectionKey) => sections.some((section) => section.key === key && (section.counts?.current ?? 0) > 0)
  return (
    <>
      <ListCompanyNote detail={detail} />
      <RiskOverview detail={detail} />
      <SectionGrid title="基本信息" companyId={id} sections={sectionsOf('overview', sections)} first={registerLink} />
      <RiskGrid companyId={id} tab="legalRisk" sections={sections} />
      <RiskGrid companyId={id} tab="businessRisk" sections={sections} />
      {sections.some((section) => section.counts === null) && <PlugLegend />}
      <JobSeekerCard detail={detail} />
      <BusinessInfoCards id={id} />
      {has('keyPerson') && <KeyPeopleCard companyId={id} />}
      {has('reportedRepresentative') && <ReportedRepresentativeCard companyId={id} />}
      {has('listEntry') && <ListEntryCard companyId={id} />}
      {has('branch') && <BranchCard companyId={id} />}
    </>
  )
}

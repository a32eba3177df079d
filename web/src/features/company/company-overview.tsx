import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { SectionKey } from '@baiqicha/contract/records/kind-table'
import { Link } from '../../lib/router/router.tsx'
import { Card } from '../../ui/card.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { BusinessInfoCards } from './business-info-cards.tsx'
import styles from './company-overview.module.css'
import { JobSeekerCard } from './job-seeker-card.tsx'
import { ListEntryCard, ReportedRepresentativeCard } from './list-entries-and-representatives.tsx'
import { BranchCard, KeyPeopleCard } from './people-and-branches.tsx'
import { RiskOverview } from './risk-overview.tsx'
import gridStyles from './section-grid.module.css'
import { CellIcon, RiskGrid, SectionGrid } from './section-grid.tsx'
import { connectedOf } from './section-views.ts'
import { UnconnectedSections } from './unconnected-sections.tsx'

const groups = ['overview', 'legalRisk', 'businessRisk'] as const

/** Overview tab: connected sections, the register entry, and one row for all other sections. `isSaved`: read offline. */
export function CompanyOverview({ detail, isSaved }: { detail: CompanyDetail; isSaved: boolean }) {
  const { id, sections } = detail
  const registerLink = (
    <Link
      track-id="business-info"
      to={`/overview/businessInfo?${new URLSearchParams({ id }).toString()}`}
      className={gridStyles.cell}
    >
      <CellIcon name="building" />
      工商信息
    </Link>
  )
  const basics = connectedOf('overview', sections)
  const isAnyConnected = groups.some((group) => connectedOf(group, sections).length > 0)
  const unconnected = <UnconnectedSections tabs={groups} sections={sections} />
  const has = (key: SectionKey) => sections.some((section) => section.key === key && (section.counts?.current ?? 0) > 0)
  return (
    <>
      <ListCompanyNote detail={detail} />
      <RiskOverview detail={detail} />
      {basics.length > 0 && <SectionGrid title="基本信息" companyId={id} sections={basics} first={registerLink} />}
      <RiskGrid companyId={id} tab="legalRisk" sections={sections} />
      <RiskGrid companyId={id} tab="businessRisk" sections={sections} />
      {isAnyConnected && unconnected}
      <BusinessInfoCards id={id} isNotedAbove={isSaved} />
      <JobSeekerCard detail={detail} />
      {has('keyPerson') && <KeyPeopleCard companyId={id} />}
      {has('reportedRepresentative') && <ReportedRepresentativeCard companyId={id} />}
      {has('listEntry') && <ListEntryCard companyId={id} />}
      {has('branch') && <BranchCard companyId={id} />}
      {!isAnyConnected && unconnected}
    </>
  )
}

/** Says in one line what is known of a company that only a list names, and from which list. */
function ListCompanyNote({ detail }: { detail: CompanyDetail }) {
  const { status, creditCode, foundedOn, listings, provenance } = detail
  const source = provenance.identity
  const hasRegisterFacts = status !== null || creditCode !== null || foundedOn !== null || listings.length > 0
  if (hasRegisterFacts || source === undefined) return null
  return (
    <Card>
      <InfoNote>
        仅收录{source.sourceName}公布的信息
        {source.asOf !== null && <span className={styles.together}>（{source.asOf}）</span>}，登记信息未收录。
      </InfoNote>
    </Card>
  )
}

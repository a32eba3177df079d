import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { Link } from 'react-router'
import { BusinessInfoCards } from './business-info-cards.tsx'
import { CellIcon, PlugLegend, SectionGrid } from './section-grid.tsx'
import { companyTabs, sectionsOf } from './section-views.ts'

/** Everything known about a company on one page: the register entry and what else is or is not connected. */
export function CompanyOverview({ detail }: { detail: CompanyDetail }) {
  const { id, sections } = detail
  const registerLink = (
    <Link to={`/overview/businessInfo?${new URLSearchParams({ id }).toString()}`}>
      <CellIcon name="building" />
      工商信息
    </Link>
  )
  const isPlugShown = sections.some((section) => section.counts === null)
  return (
    <>
      <SectionGrid title="基本信息" sections={sectionsOf('overview', sections)} first={registerLink} />
      <BusinessInfoCards id={id} />
      <SectionGrid title={companyTabs.legalRisk.label} sections={sectionsOf('legalRisk', sections)} />
      <SectionGrid title={companyTabs.businessRisk.label} sections={sectionsOf('businessRisk', sections)} />
      {isPlugShown && <PlugLegend />}
    </>
  )
}

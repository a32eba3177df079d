import type { BatchCompany } from '@baiqicha/contract/batch'
import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { isLimited } from '@baiqicha/contract/records/coverage-limits'
import { businessRiskKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'

export type BatchOverview = Pick<CompanyDetail, 'sections' | 'risk'>

export const countedKinds = [...legalRiskKeys, ...businessRiskKeys]

export const sectionOfKind = ({ sections }: BatchOverview, kind: (typeof countedKinds)[number]) =>
  sections.find(({ key }) => key === kind)

/** Whether sources leave nothing out of any kind of risk, so that no record means none of all. */
const isWholeRisk = (overview: BatchOverview) =>
  countedKinds.every((kind) => {
    const section = sectionOfKind(overview, kind)
    return section?.connected === true && !isLimited(section.limits)
  })

/** What a row of a list shows of a company. */
export const batchCompanyFrom = (summary: CompanySummary, overview: BatchOverview | undefined): BatchCompany => ({
  id: summary.id,
  name: summary.name,
  creditCode: summary.creditCode,
  status: summary.status,
  region: summary.region,
  foundedOn: summary.foundedOn,
  stockCode: summary.listing?.code ?? null,
  isDemo: summary.isDemo,
  risk: overview?.risk == null ? null : { ...overview.risk, isWhole: isWholeRisk(overview) },
})

import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { CompanySummary } from '@baiqicha/contract/company-summary'

/** List row of a company from its detail. Omits an office whose data is old enough to need a date, as in every row. */
export function summaryOfDetail(detail: CompanyDetail): CompanySummary {
  const { legalRepresentative, registeredCapital, listings } = detail
  const listing = listings[0]
  return {
    id: detail.id,
    name: detail.name,
    logo: detail.logo,
    status: detail.status,
    formerNames: detail.formerNames.map((name) => ({ name, english: null, traditional: null })),
    businessType: detail.businessType,
    jointStockType: detail.jointStockType,
    isDishonestDebtor: detail.isDishonestDebtor,
    isJudgmentDebtor: detail.isJudgmentDebtor,
    isConsumptionRestricted: detail.isConsumptionRestricted,
    legalRepresentative: legalRepresentative?.datedBy === null ? legalRepresentative.name : null,
    registeredCapital:
      registeredCapital === null ? null : { amount: registeredCapital.value, unit: registeredCapital.unit },
    foundedOn: detail.foundedOn,
    creditCode: detail.creditCode,
    region: null,
    industry: null,
    listing: listing === undefined ? null : { code: listing.code, board: listing.board },
    isDemo: detail.isDemo,
  }
}

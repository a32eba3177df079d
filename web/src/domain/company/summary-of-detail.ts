import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { CompanySummary } from '@baiqicha/contract/company-summary'

/** Year of a date as the company page shows it: 2021 of 2021 年年报. */
const yearOf = (office: { datedBy: string | null } | null) => office?.datedBy?.replace(/^(\d{4}).*/, '$1') ?? null

/** List row of a company from its detail. */
export function summaryOfDetail(detail: CompanyDetail): CompanySummary {
  const { leadingOfficer, registeredCapital, listings } = detail
  const legalRepresentative = leadingOfficer === null ? detail.legalRepresentative : null
  const listing = listings[0]
  return {
    id: detail.id,
    name: detail.name,
    logo: detail.logo,
    logoText: detail.logoText,
    briefName: detail.briefName,
    status: detail.status,
    formerNames: detail.formerNames.map((name) => ({ name, english: null, traditional: null })),
    businessType: detail.businessType,
    jointStockType: detail.jointStockType,
    isDishonestDebtor: detail.isDishonestDebtor,
    isJudgmentDebtor: detail.isJudgmentDebtor,
    isConsumptionRestricted: detail.isConsumptionRestricted,
    legalRepresentative: legalRepresentative?.name ?? null,
    legalRepresentativeYear: yearOf(legalRepresentative),
    leadingOfficer: leadingOfficer && { ...leadingOfficer, year: yearOf(leadingOfficer) },
    registeredCapital:
      registeredCapital === null ? null : { amount: registeredCapital.value, unit: registeredCapital.unit },
    foundedOn: detail.foundedOn,
    creditCode: detail.creditCode,
    region: detail.region,
    industry: null,
    listing: listing === undefined ? null : { code: listing.code, board: listing.board },
    // The page of the company reads its entries itself.
    listEntry: null,
    isDemo: detail.isDemo,
  }
}

/** Pages that share most of their code, as one chunk: each further chunk costs the first load its name. */
export { BusinessInfoPage } from '../features/company/business-info-page.tsx'
export { CaseListPage } from '../features/company/case-list-page.tsx'
export { CompanyPage } from '../features/company/company-page.tsx'
export { OfficialCheckPage } from '../features/company/official-check-page.tsx'
export { ComparePage } from '../features/compare/compare-page.tsx'

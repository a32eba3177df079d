export { BusinessInfoPage } from './business-info-page.tsx'
export { CaseListPage } from './case-list-page.tsx'
export { CompanyPage } from './company-page.tsx'
export { OfficialCheckPage } from './official-check-page.tsx'

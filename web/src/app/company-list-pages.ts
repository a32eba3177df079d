/** Pages that the page of a company leads to, as one chunk. */
export { CaseListPage } from '../features/company/case-list-page.tsx'
export { OfficialCheckPage } from '../features/company/official-check-page.tsx'
export { ComparePage } from '../features/compare/compare-page.tsx'

export { RiskListPage } from './risk-list-page.tsx'
export { RiskSearchPage } from './risk-search-page.tsx'

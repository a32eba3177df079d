export { LeadDetailPage } from './lead-detail-page.tsx'
export { LeadListPage } from './lead-list-page.tsx'
export { LeadSearchPage } from './lead-search-page.tsx'

/** Pages that share most of their code, as one chunk: each further chunk costs the first load its name. */
export { BusinessInfoPage } from '../features/company/business-info-page.tsx'
export { CompanyPage } from '../features/company/company-page.tsx'

import type { CompanyOfRecord } from '@baiqicha/contract/records/record'
import type { ReferenceData } from '../platform/reference-data.ts'
import type { SubjectCompany } from './company-subjects.ts'

/** The company a record is read for, with what distinguishes it from companies of the same name. */
export const companyOfRecordFrom = (company: SubjectCompany, { regions }: ReferenceData): CompanyOfRecord => ({
  id: company.id,
  name: company.name,
  region: regions.nameOf(company.region_code, 'city'),
  creditCode: company.credit_code,
  isDemo: company.is_demo === 1,
})

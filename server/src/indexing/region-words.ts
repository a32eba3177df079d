import { regionForms, searchKey } from '../domain/company-name.ts'
import type { IndexableCompany } from '../domain/indexable-company.ts'

/** Every word the region of a company is known by, as it is compared. */
export const regionWordsOf = ({ regionName }: Pick<IndexableCompany, 'regionName'>): string[] =>
  regionName === null ? [] : regionForms(regionName).map(searchKey)

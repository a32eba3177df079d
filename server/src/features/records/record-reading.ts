import { textOf } from '@baiqicha/contract/records/fields'
import type { CompanyOfRecord } from '@baiqicha/contract/records/record'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import { keepSources } from '../../platform/sources-kept.ts'
import { createCompanySubjects, type SubjectCompany } from '../../records/company-subjects.ts'
import { createInvestmentCounts } from '../../records/investment-counts.ts'
import { createMentionedCompanies } from '../../records/mentioned-companies.ts'
import { createRecordFeeds } from '../../records/record-feeds.ts'
import { createRecordLinks } from '../../records/record-links.ts'
import { createRecordReader, type ShownRecord } from '../../records/shown-record.ts'
import { createListQuery } from './list-query.ts'

export type RecordReadingNeeds = {
  db: Database
  clock: Clock
  reference: ReferenceData
  /** Whether demonstration companies, and their records, exist for readers (DEMO_DATA). */
  includeDemo: boolean
}

/** What lists and details are read with. */
export const createRecordReading = ({ db, clock, reference, includeDemo }: RecordReadingNeeds) => ({
  db,
  clock,
  reference,
  includeDemo,
  findSubjects: createCompanySubjects(db, includeDemo),
  findMentionedCompanies: createMentionedCompanies(db),
  readRecords: createRecordReader(db),
  queryList: createListQuery(db),
  countInvestments: createInvestmentCounts(db),
  feedsFor: createRecordFeeds(db, clock),
  sourcesNamed: keepSources(db, clock),
  linkFields: createRecordLinks(db, includeDemo),
})
export type RecordReading = ReturnType<typeof createRecordReading>

/** The company a record is read for, as a reader tells it from its namesakes. */
export const companyTold = (
  company: SubjectCompany,
  { reference }: Pick<RecordReading, 'reference'>,
): CompanyOfRecord => ({
  id: company.id,
  name: company.name,
  region: reference.regions.nameOf(company.region_code, 'city'),
  creditCode: company.credit_code,
  isDemo: company.is_demo === 1,
})

/** Whether someone was restricted as the company's legal representative, and another person is that now. */
export function isFormerOffice({ kind, told }: ShownRecord, company: SubjectCompany | null): boolean {
  if (kind.key !== 'consumptionRestriction' || textOf(told, 'restrictedRole') !== '法定代表人') return false
  const [person, holder] = [textOf(told, 'restrictedPerson'), company?.legal_representative ?? null]
  return person !== null && holder !== null && person !== holder
}

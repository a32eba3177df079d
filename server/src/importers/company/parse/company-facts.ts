import { type Fact, type FieldGroup, facts, factsByGroup, fieldGroups } from '@baiqicha/contract/company-detail'
import type { CompanyTable } from '../../../platform/database/tables/company.ts'

/** The columns of each fact. They are replaced together: an amount never combines with the unit of another source. */
export const factColumns = {
  creditCode: ['credit_code'],
  registrationNumber: ['registration_number'],
  name: ['name', 'name_key'],
  nameEnglish: ['name_english'],
  status: ['status', 'status_raw'],
  businessType: ['business_type'],
  foundedOn: ['founded_on'],
  approvedOn: ['approved_on'],
  term: ['term_from', 'term_to'],
  authority: ['authority'],
  region: ['region_code'],
  industry: ['industry_code'],
  scope: ['scope'],
  taxpayerType: ['taxpayer_type'],
  customsCode: ['customs_code'],
  ended: ['ended_on', 'ended_reason', 'ended_office'],
  legalRepresentative: ['legal_representative', 'legal_representative_title'],
  registeredCapital: ['capital_value', 'capital_unit', 'capital_currency'],
  paidInCapital: ['paid_in_value', 'paid_in_unit', 'paid_in_currency'],
  address: ['address'],
  mailAddress: ['mail_address'],
  website: ['website'],
  email: ['email'],
  phones: ['phones'],
  staffSize: ['staff_size', 'staff_year'],
  insuredCount: ['insured_count', 'insured_year'],
  shortName: ['short_name'],
  jointStockType: ['joint_stock_type'],
  // Stored in the table `company_listing`.
  listings: [],
} as const satisfies Record<Fact, readonly (keyof CompanyTable)[]>

type FactColumn = (typeof factColumns)[Fact][number]
/** The columns that one source states; absent columns are not stated. */
export type FactValues = { [Column in FactColumn]?: CompanyTable[Column] }

export const factKeys = facts

/** One fact as a source states it, with all of its columns. */
export type StatedFact = { fact: Exclude<Fact, 'listings'>; columns: FactValues }

const groupByFact = new Map(fieldGroups.flatMap((group) => factsByGroup[group].map((fact) => [fact, group] as const)))

export function groupOf(fact: Fact): FieldGroup {
  const group = groupByFact.get(fact)
  if (group === undefined) throw new Error(`No group holds the fact ${fact}`)
  return group
}

/** The facts whose columns have a value. */
export function statedFacts(values: FactValues): StatedFact[] {
  return factKeys.flatMap((fact) => {
    if (fact === 'listings' || !hasFact(values, fact)) return []
    const columns: FactValues = {}
    for (const column of factColumns[fact]) Reflect.set(columns, column, values[column] ?? null)
    return [{ fact, columns }]
  })
}

/** Whether any column of the fact has a value. `phones` is a JSON list, `[]` for none. */
export function hasFact(values: FactValues, fact: Fact): boolean {
  if (fact === 'phones') return values.phones !== undefined && values.phones !== '[]'
  return factColumns[fact].some((column) => (values[column] ?? null) !== null)
}

import type { CompanyComparison } from '@baiqicha/contract/company-comparison'
import { comparedIds } from '@baiqicha/contract/compared-ids'
import { type ComparisonInput, comparedFactRows, comparedRiskRows, comparedYears } from './comparison.rules.ts'
import type { ReadPerspectiveInput } from './perspective-input.service.ts'

/** Entries of lists that are read of a company: more are of older years. */
const ENTRIES = 20
/** Years of people whose sources are read. */
const YEARS = 5

/** Reads companies side by side, in the order of `ids`. null: readers see none of them. */
export function createComparisonService(readInput: ReadPerspectiveInput) {
  const read = async (id: string): Promise<ComparisonInput | null> => {
    const input = await readInput(id, false)
    if (input === null) return null
    const [listEntries, employees, insured] = await Promise.all([
      input.list('listEntry', { pageSize: ENTRIES }),
      input.list('annualEmployees', { pageSize: YEARS }),
      input.list('annualInsurance', { pageSize: YEARS }),
    ])
    return { ...input, listEntries, employees, insured }
  }
  return async (ids: string): Promise<CompanyComparison | null> => {
    const inputs = (await Promise.all(comparedIds(ids).map(read))).filter((input) => input !== null)
    if (inputs.length === 0) return null
    return {
      companies: inputs.map(({ detail: { id, name, briefName, logo, logoText, isDemo, listings } }) => ({
        id,
        name,
        briefName,
        logo,
        logoText,
        isDemo,
        code: listings[0]?.code ?? null,
      })),
      ...comparedFactRows(inputs),
      risks: comparedRiskRows(inputs),
      employees: comparedYears(inputs, 'employees'),
      insured: comparedYears(inputs, 'insured'),
    }
  }
}
export type CompareCompanies = ReturnType<typeof createComparisonService>

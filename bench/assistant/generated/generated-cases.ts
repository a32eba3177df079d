import { seededRandom } from '../../../server/test/builders/seeded-random.ts'
import type { AssistantCase } from '../case.ts'
import type { CompanyRow, StoreRows } from '../store-rows.ts'
import { rightCompanyCases, twoCompaniesCases } from './company-names.ts'
import { comparisonCases } from './comparisons.ts'
import { countCases, filterCases } from './counts.ts'
import { type Drawing, heldOutPhrasings } from './drawing.ts'
import { oneFactCases, severalFactsCases } from './facts.ts'
import {
  coverageCases,
  explanationCases,
  howToCases,
  noSuchCompanyCases,
  notAvailableCases,
  notConnectedCases,
} from './other-questions.ts'
import {
  branchCases,
  changeCases,
  investmentCases,
  peopleCases,
  riskKindCases,
  riskOverviewCases,
  shareholderCases,
} from './records.ts'

const generators = [
  oneFactCases,
  severalFactsCases,
  comparisonCases,
  countCases,
  filterCases,
  riskOverviewCases,
  riskKindCases,
  shareholderCases,
  peopleCases,
  investmentCases,
  branchCases,
  changeCases,
  rightCompanyCases,
  twoCompaniesCases,
  notAvailableCases,
  notConnectedCases,
  noSuchCompanyCases,
  coverageCases,
  explanationCases,
  howToCases,
]

/** A full name of several companies is always asked about. */
const isNamesake = ({ companies }: StoreRows, { id, name }: CompanyRow) =>
  companies.some((other) => other.name === name && other.id !== id)

/** Questions of every kind, drawn by a seed from the store and the held-out phrasings. */
export function generatedCases(rows: StoreRows, { seed, perKind }: { seed: number; perKind: number }): AssistantCase[] {
  return generators.flatMap((generate, at) => {
    const drawing: Drawing = {
      rows,
      random: seededRandom(seed + at),
      phrasings: heldOutPhrasings(),
      real: rows.companies.filter((company) => company.is_demo === 0),
      fictional: rows.companies.filter((company) => company.is_demo === 1 && !isNamesake(rows, company)),
      perKind,
    }
    return generate(drawing)
  })
}

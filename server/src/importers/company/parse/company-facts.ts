import { type Fact, facts } from '@baiqicha/contract/company-facts'
import { type FactRow, factColumnsOf } from '../../../domain/company/fact-columns.ts'

/** The columns that one source states; absent columns are not stated. */
export type FactValues = Partial<FactRow>

/** One fact as a source states it, with all of its columns. */
export type StatedFact = { fact: Exclude<Fact, 'listings'>; columns: FactValues }

/** The facts whose columns have a value. */
export function statedFacts(values: FactValues): StatedFact[] {
  return facts.flatMap((fact) => {
    if (fact === 'listings' || !hasFact(values, fact)) return []
    const columns: FactValues = {}
    for (const column of factColumnsOf(fact)) Reflect.set(columns, column, values[column] ?? null)
    return [{ fact, columns }]
  })
}

/** Whether any column of the fact has a value. `phones` is a JSON list, `[]` for none. */
export function hasFact(values: FactValues, fact: Fact): boolean {
  if (fact === 'phones') return values.phones !== undefined && values.phones !== '[]'
  return factColumnsOf(fact).some((column) => (values[column] ?? null) !== null)
}

import type { CompanyRow, StoreRows } from '../store-rows.ts'
import type { NaturalQuestion } from './question.ts'

/** A question with the ids of its companies. */
export type NaturalCase = {
  asked: NaturalQuestion
  earlier: readonly string[]
  /** Company of the page from which the question is asked. */
  companyId: string | null
  question: string
  /** Ids of each expected company: companies that share a full name have several. */
  companies: readonly (readonly string[])[]
  /** Companies that own the expected ones, on all levels. An answer about owners cites their records, too. */
  ownerIds: ReadonlySet<string>
}

type Rows = Pick<StoreRows, 'companies' | 'recordsOf'>

/** Resolves full names to ids. Throws for a name that the store does not have. */
export function naturalCases(questions: readonly NaturalQuestion[], rows: Rows): NaturalCase[] {
  const byName = Map.groupBy(rows.companies, ({ name }) => name)
  const companiesOf = (name: string, id: string): CompanyRow[] => {
    const companies = byName.get(name)
    if (companies === undefined) throw new Error(`${id} expects ${name}, which the store does not have`)
    return companies
  }
  return questions.map((asked) => {
    const companies = asked.company.map((name) => companiesOf(name, asked.id))
    const page = asked.page === undefined ? [] : companiesOf(asked.page, asked.id)
    return {
      asked,
      earlier: asked.before ?? [],
      companyId: page[0]?.id ?? null,
      question: asked.q,
      companies: companies.map((ofName) => ofName.map(({ id }) => id)),
      ownerIds: ownersOf(companies.flat(), byName, rows),
    }
  })
}

function ownersOf(
  companies: readonly CompanyRow[],
  byName: ReadonlyMap<string, readonly CompanyRow[]>,
  { recordsOf }: Rows,
): ReadonlySet<string> {
  const owners = new Set<string>()
  const pending = [...companies]
  for (let company = pending.pop(); company !== undefined; company = pending.pop()) {
    for (const { kind, content } of recordsOf(company)) {
      if (kind !== 'shareholderInfo') continue
      for (const owner of byName.get(String(content['name'])) ?? []) {
        // Companies may own each other in a circle.
        if (owners.has(owner.id)) continue
        owners.add(owner.id)
        pending.push(owner)
      }
    }
  }
  return owners
}

import { personKey } from '../domain/records/person-name.ts'
import type { Database } from '../platform/database/database.ts'
import { inJsonArray, isPostgres } from '../platform/database/portable-sql.ts'
import type { CompanyTable } from '../platform/database/tables/company.ts'
import { subjectKeysOfCompany, valuesWithMark } from './subject-rows.ts'
import { personNamesIn, readSuppressions, type Suppressions } from './suppressions.ts'

/**
 * A suppressed legal representative is moved to `hidden_representative`, which no reader reads: pages, rows, search,
 * suggestions and 百言 then have nobody to show. Imports compare with the representative as stated.
 */
type Representative = Pick<CompanyTable, 'legal_representative' | 'hidden_representative'>
type CompanyOfRepresentative = Representative & Pick<CompanyTable, 'credit_code' | 'registration_number' | 'name_key'>

/** The row as its sources state it. */
export const statedRepresentative = <Row extends Representative>(row: Row): Row =>
  row.hidden_representative === null
    ? row
    : { ...row, legal_representative: row.hidden_representative, hidden_representative: null }

/** Names of the suppressed persons of a company, as keys. */
export function suppressedAt(
  { persons }: Pick<Suppressions, 'persons'>,
  company: Parameters<typeof subjectKeysOfCompany>[0],
): Set<string> {
  return new Set(subjectKeysOfCompany(company).flatMap((key) => [...(persons.get(key) ?? [])]))
}

/** Whether one of these persons holds the office. `row` as its sources state it. */
const isHeldBy = (row: Representative, persons: ReadonlySet<string>) =>
  row.legal_representative !== null &&
  personNamesIn(row.legal_representative).some((name) => persons.has(personKey(name)))

/** A row for storage. `row` as its sources state it. */
export function withoutSuppressedRepresentative<Row extends CompanyOfRepresentative>(
  row: Row,
  suppressions: Pick<Suppressions, 'persons'>,
): Row {
  if (suppressions.persons.size === 0 || !isHeldBy(row, suppressedAt(suppressions, row))) return row
  return { ...row, legal_representative: null, hidden_representative: row.legal_representative }
}

/** Companies under these subject keys. */
function companiesUnder(db: Database, keys: readonly string[]) {
  const valuesOf = (mark: 'c:' | 'r:' | 'n:') => inJsonArray(db, valuesWithMark(keys, mark))
  return db
    .selectFrom('company')
    .select(['id', 'name', 'credit_code', 'registration_number', 'name_key'])
    .select(['legal_representative', 'hidden_representative'])
    .where((of) =>
      of.or([
        of('credit_code', 'in', valuesOf('c:')),
        of('registration_number', 'in', valuesOf('r:')),
        of('name_key', 'in', valuesOf('n:')),
      ]),
    )
    .orderBy('id')
}

/** Hides and shows the legal representatives of companies by the current suppressions, and queues them for the index. */
export async function updateRepresentatives(tx: Database, keys: readonly string[], now: number): Promise<number> {
  // Locked before the suppressions are read: an import that holds a row has read the same ones.
  const companies = await companiesUnder(tx, keys)
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .execute()
  const suppressions = await readSuppressions(tx)
  let hidden = 0
  for (const stored of companies) {
    const { legal_representative, hidden_representative } = withoutSuppressedRepresentative(
      statedRepresentative(stored),
      suppressions,
    )
    if (hidden_representative !== null) hidden += 1
    if (hidden_representative === stored.hidden_representative) continue
    await tx
      .updateTable('company')
      .set({ legal_representative, hidden_representative })
      .where('id', '=', stored.id)
      .execute()
    await tx.insertInto('company_change').values({ company_id: stored.id, at: now }).execute()
  }
  return hidden
}

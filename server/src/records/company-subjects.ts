import type { LinkBasis } from '@baiqicha/contract/records/record'
import { sql } from 'kysely'
import { isPersonName } from '../domain/records/person-name.ts'
import { compileOnce } from '../platform/database/compile-once.ts'
import type { Database } from '../platform/database/database.ts'
import { readRowsBeside, rowsBeside } from '../platform/database/rows-beside.ts'
import type { CompanyTable } from '../platform/database/tables/company.ts'

/** A subject key under which records are about the company, and how that is known. */
export type SubjectKey = { key: string; basis: LinkBasis }

export type SubjectCompany = Pick<
  CompanyTable,
  'id' | 'name' | 'credit_code' | 'registration_number' | 'legal_representative' | 'region_code' | 'is_demo'
>

export type CompanySubjects = {
  company: SubjectCompany
  /** Strongest first. */
  keys: readonly SubjectKey[]
  /** The key of its name, where others may be meant by it: records under it are counted, never shown. */
  namesakeKey: string | null
}

/** What decides whether records told by a name, or by a code that only came with the name, are about a company. */
type ToldByName = {
  /** Whether another company bears the name, or bore it. */
  isShared: boolean
  /** Keys told under the name, a few at most, and whether each is known as that of another company. */
  told: readonly { key: string; is_taken: boolean | number }[]
}

type Company = Pick<CompanyTable, 'name' | 'name_key' | 'credit_code' | 'registration_number'>

/**
 * The keys that count for a company. Its own code and number always do. Its name does where nobody else has it and no
 * other code was told with it; so does the one code told with it where the company's own is not known.
 */
function subjectsFor(company: Company, { isShared, told }: ToldByName): Pick<CompanySubjects, 'keys' | 'namesakeKey'> {
  const { credit_code: code, registration_number: number } = company
  const own: SubjectKey[] = []
  if (code !== null) own.push({ key: `c:${code}`, basis: 'creditCode' })
  if (number !== null) own.push({ key: `r:${number}`, basis: 'registrationNumber' })
  const byName = `n:${company.name_key}`
  const others = told.filter(({ key }) => own.every((known) => known.key !== key))
  const isUnclear = isShared || others.length > 1 || isPersonName(company.name)
  if (isUnclear) return { keys: own, namesakeKey: byName }

  const [other] = others
  if (other === undefined) return { keys: [...own, { key: byName, basis: 'name' }], namesakeKey: null }
  const isItsOwn = code === null && !other.is_taken && (number === null || other.key.startsWith('c:'))
  if (!isItsOwn) return { keys: own, namesakeKey: byName }
  return { keys: [...own, { key: other.key, basis: 'name' }, { key: byName, basis: 'name' }], namesakeKey: null }
}

/** Own code and number, and two more: then it is already unclear whose they are. */
const TOLD_READ = 4

export interface CompanySubjectsReader {
  /** By id. Unknown companies are left out, and demonstration companies while those are off. */
  find(ids: readonly string[]): Promise<Map<string, CompanySubjects>>
}

/** Finds whom records must be about to be about a company: one query for any number of companies. */
export function createCompanySubjects(db: Database, includeDemo: boolean): CompanySubjectsReader {
  const findRows = compileOnce(db, (ids) => {
    const companies = db
      .selectFrom('company')
      .select([
        'id',
        'name',
        'name_key',
        'credit_code',
        'registration_number',
        'legal_representative',
        'region_code',
        'is_demo',
      ])
      .select((company) => [
        company
          .or([
            company.exists(
              company
                .selectFrom('company as other')
                .select(sql`1`.as('one'))
                .whereRef('other.name_key', '=', 'company.name_key')
                .whereRef('other.id', '<>', 'company.id'),
            ),
            company.exists(
              company
                .selectFrom('company_name as former')
                .select(sql`1`.as('one'))
                .whereRef('former.value_key', '=', 'company.name_key')
                .where('former.kind', '=', sql.lit('former'))
                .whereRef('former.company_id', '<>', 'company.id'),
            ),
          ])
          .as('is_shared'),
        rowsBeside(
          db,
          company
            .selectFrom('subject_name')
            .whereRef('subject_name.name_key', '=', 'company.name_key')
            .select('subject_name.subject_key as key')
            .select((subject) => [
              subject
                .exists(
                  subject
                    .selectFrom('company as owner')
                    .select(sql`1`.as('one'))
                    .where((owner) =>
                      owner.or([
                        owner('owner.credit_code', '=', sql<string>`substr(subject_name.subject_key, 3)`),
                        owner('owner.registration_number', '=', sql<string>`substr(subject_name.subject_key, 3)`),
                      ]),
                    )
                    .whereRef('owner.id', '<>', 'company.id'),
                )
                .$castTo<boolean | number>()
                .as('is_taken'),
            ])
            .limit(sql.lit(TOLD_READ)),
        ).as('told'),
      ])
      .where('id', 'in', ids)
    return includeDemo ? companies : companies.where('is_demo', '=', sql.lit(0))
  })

  return {
    async find(ids) {
      const rows = ids.length === 0 ? [] : await findRows(ids)
      return new Map(
        rows.map(({ is_shared, told, ...company }) => [
          company.id,
          { company, ...subjectsFor(company, { isShared: Boolean(is_shared), told: readRowsBeside(told) }) },
        ]),
      )
    },
  }
}

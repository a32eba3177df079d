import type { CompanyOfRecord, LinkBasis } from '@baiqicha/contract/records/record'
import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { isPersonName } from '../domain/records/person-name.ts'
import type { Database, Tables } from '../platform/database/database.ts'
import { compileOnce, inJsonArrayText, isRealCompany } from '../platform/database/portable-sql.ts'
import type { CompanyTable, Flag } from '../platform/database/tables/company.ts'
import type { ReferenceData } from '../platform/reference-data.ts'

/** A subject key of a company, with the fact that links it to the company. */
export type SubjectKey = { key: string; basis: LinkBasis }

export type SubjectCompany = Pick<
  CompanyTable,
  | 'id'
  | 'name'
  | 'credit_code'
  | 'registration_number'
  | 'legal_representative'
  | 'people_as_of'
  | 'region_code'
  | 'is_demo'
> & {
  /** Whether the company has or had a stock. */
  has_listing: Flag
}

export type CompanySubjects = {
  company: SubjectCompany
  /** Strongest first. */
  keys: readonly SubjectKey[]
  /** Key of the name when other companies may share it: records under it are counted, never shown. null otherwise. */
  namesakeKey: string | null
}

/**
 * Facts that decide whether records stating only the name, or a code known only with the name, are about the company.
 */
type NameUsage = {
  /** Whether another company has this name, had it, or was mentioned by it. */
  isShared: boolean
  /** The first two keys stated with this name that are not the company's own; null for none. */
  otherKeys: readonly (string | null)[]
  /** Whether the first of the other keys belongs to another company. */
  isTaken: boolean
}

type Company = Pick<CompanyTable, 'name' | 'name_key' | 'credit_code' | 'registration_number'>

/**
 * Subject keys of a company. Its own code and number always count. Its name counts when no other company shares it and
 * no other code was stated with it. A single other code counts when the company's own code is unknown.
 */
function subjectsFor(
  company: Company,
  { isShared, otherKeys, isTaken }: NameUsage,
): Pick<CompanySubjects, 'keys' | 'namesakeKey'> {
  const { credit_code: code, registration_number: number } = company
  const own: SubjectKey[] = []
  if (code !== null) own.push({ key: `c:${code}`, basis: 'creditCode' })
  if (number !== null) own.push({ key: `r:${number}`, basis: 'registrationNumber' })
  const byName = `n:${company.name_key}`
  const [other, another] = otherKeys.flatMap((key) => key ?? [])
  if (isShared || another !== undefined || isPersonName(company.name)) return { keys: own, namesakeKey: byName }

  if (other === undefined) return { keys: [...own, { key: byName, basis: 'name' }], namesakeKey: null }
  const isItsOwn = code === null && !isTaken && (number === null || other.startsWith('c:'))
  if (!isItsOwn) return { keys: own, namesakeKey: byName }
  return { keys: [...own, { key: other, basis: 'name' }, { key: byName, basis: 'name' }], namesakeKey: null }
}

export type CompanySubjectsReader = ReturnType<typeof createCompanySubjects>

/** In SQL: the first or second key stated with a company's name that is not the company's own. */
const otherKey = (company: ExpressionBuilder<Tables, 'company'>, place: 0 | 1) =>
  company
    .selectFrom('subject_name')
    .select('subject_name.subject_key')
    .whereRef('subject_name.name_key', '=', 'company.name_key')
    .where('subject_name.subject_key', '<>', sql<string>`coalesce('c:' || company.credit_code, '')`)
    .where('subject_name.subject_key', '<>', sql<string>`coalesce('r:' || company.registration_number, '')`)
    .orderBy('subject_name.subject_key')
    .limit(sql.lit(1))
    .offset(sql.lit(place))

const codeIn = (key: Expression<unknown>) => sql<string>`substr(${key}, 3)`

/** Reads the subject keys of companies: one query for any number of companies. */
export function createCompanySubjects(db: Database, includeDemo: boolean) {
  const findRows = compileOnce(db, ([ids = '']) => {
    const companies = db
      .selectFrom('company')
      .select([
        'id',
        'name',
        'name_key',
        'credit_code',
        'registration_number',
        'legal_representative',
        'people_as_of',
        'region_code',
        'is_demo',
      ])
      .select((company) => [
        // With a limit PostgreSQL looks the row up; an `exists` would be hashed over the whole table.
        company.fn
          .coalesce(
            company
              .selectFrom('company_listing')
              .select(sql.lit<Flag>(1).as('one'))
              .whereRef('company_listing.company_id', '=', 'company.id')
              .limit(sql.lit(1)),
            sql.lit<Flag>(0),
          )
          .as('has_listing'),
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
            company.exists(
              company
                .selectFrom('company_known_name as known')
                .select(sql`1`.as('one'))
                .whereRef('known.name_key', '=', 'company.name_key')
                .whereRef('known.company_id', '<>', 'company.id'),
            ),
          ])
          .as('is_shared'),
        otherKey(company, 0).as('other_key'),
        otherKey(company, 1).as('another_key'),
        company
          .case()
          .when('company.credit_code', 'is', null)
          .then(
            company.exists(
              company
                .selectFrom('company as owner')
                .select(sql`1`.as('one'))
                .where((owner) =>
                  owner.or([
                    owner('owner.credit_code', '=', codeIn(otherKey(company, 0))),
                    owner('owner.registration_number', '=', codeIn(otherKey(company, 0))),
                  ]),
                )
                .whereRef('owner.id', '<>', 'company.id'),
            ),
          )
          .end()
          .as('is_taken'),
      ])
      .where('id', 'in', inJsonArrayText(db, ids))
    return includeDemo ? companies : companies.where(isRealCompany)
  })

  return {
    /** By company id. Unknown companies are left out, and demonstration companies while those are switched off. */
    async find(ids: readonly string[]): Promise<Map<string, CompanySubjects>> {
      const rows = ids.length === 0 ? [] : await findRows([JSON.stringify(ids)])
      return new Map(
        rows.map(({ is_shared, is_taken, other_key, another_key, ...company }) => {
          const usage = {
            isShared: Boolean(is_shared),
            isTaken: Boolean(is_taken),
            otherKeys: [other_key, another_key],
          }
          return [company.id, { company, ...subjectsFor(company, usage) }]
        }),
      )
    },
  }
}

/** The company a record is read for, with what distinguishes it from companies of the same name. */
export const companyOfRecordFrom = (company: SubjectCompany, { regions }: ReferenceData): CompanyOfRecord => ({
  id: company.id,
  name: company.name,
  region: regions.nameOf(company.region_code, 'city'),
  creditCode: company.credit_code,
  isDemo: company.is_demo === 1,
})

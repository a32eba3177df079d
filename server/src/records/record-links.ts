import { type Party, partyTypes, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { sql } from 'kysely'
import { nameKey } from '../domain/names/company-name.ts'
import { partiesIn } from '../domain/records/parties.ts'
import { isPersonName } from '../domain/records/person-name.ts'
import type { Database } from '../platform/database/database.ts'
import { compileOnce, inJsonArrayText, isRealCompany } from '../platform/database/portable-sql.ts'
import type { SubjectKey } from './company-subjects.ts'
import type { ShownRecord } from './shown-record.ts'
import { readSubjects, valuesWithMark } from './subject-rows.ts'

/** A name in a record, with the code stated beside it; null for none. */
type NamedCompany = { name: string; code: string | null }

/** Id of the named company when it is certain; null otherwise, and always for natural persons. */
type CompanyLinks = (named: NamedCompany) => string | null

/**
 * Finds the companies named in records: by code, else by a full name that belongs to one company and that no other
 * company had or was mentioned by. At most three queries for any number of names.
 */
export function createLinkedCompanies(db: Database, includeDemo: boolean) {
  const companies = () => {
    const all = db.selectFrom('company')
    return includeDemo ? all : all.where(isRealCompany)
  }
  const findByCode = compileOnce(db, ([codes = '']) =>
    companies().select(['id', 'credit_code']).where('credit_code', 'in', inJsonArrayText(db, codes)),
  )
  const findByName = compileOnce(db, ([keys = '']) =>
    companies()
      .select((company) => ['name_key', company.fn.min('id').as('id'), company.fn.max('credit_code').as('credit_code')])
      .where('name_key', 'in', inJsonArrayText(db, keys))
      .groupBy('name_key')
      .having(sql`count(*)`, '=', sql.lit(1)),
  )
  const findOthers = compileOnce(db, ([keys = '']) =>
    db
      .selectFrom('company_name')
      .select(['value_key as name_key', 'company_id'])
      .where('kind', '=', sql.lit('former'))
      .where('value_key', 'in', inJsonArrayText(db, keys))
      .unionAll(
        db
          .selectFrom('company_known_name')
          .select(['name_key', 'company_id'])
          .where('name_key', 'in', inJsonArrayText(db, keys)),
      ),
  )

  /** Companies that are the only ones with their name, by normalised name. */
  async function uniqueByName(names: readonly string[]) {
    const keys = JSON.stringify([...new Set(names.map(nameKey))])
    const [bearers, others] =
      names.length === 0 ? [[], []] : await Promise.all([findByName([keys]), findOthers([keys])])
    const unique = new Map(bearers.map((company) => [company.name_key, company]))
    for (const { name_key, company_id } of others) if (unique.get(name_key)?.id !== company_id) unique.delete(name_key)
    return unique
  }

  return async (named: readonly NamedCompany[]): Promise<CompanyLinks> => {
    const codes = [...new Set(named.flatMap(({ code }) => code ?? []))]
    const byCode = codes.length === 0 ? [] : await findByCode([JSON.stringify(codes)])
    const ids = new Map(byCode.map(({ id, credit_code }) => [credit_code, id]))
    const hasKnownCode = ({ code }: NamedCompany) => code !== null && ids.has(code)
    const byName = named.flatMap((one) => (hasKnownCode(one) || isPersonName(one.name) ? [] : [one.name]))
    const unique = await uniqueByName(byName)

    return ({ name, code }) => {
      const byItsCode = code === null ? undefined : ids.get(code)
      if (byItsCode !== undefined) return byItsCode
      const company = isPersonName(name) ? undefined : unique.get(nameKey(name))
      // A different code: a namesake that is not stored.
      return company === undefined || (code !== null && company.credit_code !== null) ? null : company.id
    }
  }
}

/** Masked fields of a record with the ids of its parties' companies, and the companies that other fields name. */
type LinkedFields = { fields: RecordFields; links: Record<string, string> }

/** Subjects of a record: subject keys, and the part of each in the record. */
export const subjectPartsOf = ({ record }: { record: Pick<ShownRecord['record'], 'subjects'> }) =>
  readSubjects(record.subjects).map(([key, identity]) => ({ key, identity }))

const partyFieldsOf = ({ kind, masked }: ShownRecord) =>
  Object.keys(masked.fields).filter((name) => kind.fields[name]?.type === 'parties')

/** The company whose page shows the records. All of its keys link to it, however they were established. */
type PageCompany = { company: { id: string }; keys: readonly Pick<SubjectKey, 'key'>[] } | null

const isPageCompany = (pageCompany: PageCompany, { cid }: Party) =>
  pageCompany?.keys.some(({ key }) => key === cid) === true

/** A stored party refers to its company by subject key; null for natural persons. */
const companyOf = ({ name, type, cid: key }: Party): NamedCompany | null =>
  key === null || type === partyTypes.person ? null : { name, code: key.startsWith('c:') ? key.slice(2) : null }

/** Companies among the parties, without the company of the page. */
const namedParties = (shown: ShownRecord, pageCompany: PageCompany): NamedCompany[] =>
  partyFieldsOf(shown).flatMap((name) =>
    partiesIn(shown.stated[name]).flatMap((party) =>
      isPageCompany(pageCompany, party) ? [] : (companyOf(party) ?? []),
    ),
  )

/** Companies named in the shown fields other than parties. */
const namedFields = ({ kind, stated, masked }: ShownRecord): (NamedCompany & { field: string })[] =>
  Object.entries(kind.linkedNames ?? {}).flatMap(([field, codeField]) => {
    const name = field in masked.fields ? textOf(stated, field) : null
    return name === null ? [] : [{ field, name, code: codeField === null ? null : textOf(stated, codeField) }]
  })

function linkFields(shown: ShownRecord, linkOf: CompanyLinks, pageCompany: PageCompany): LinkedFields {
  const links: Record<string, string> = {}
  for (const { field, ...named } of namedFields(shown)) {
    const id = linkOf(named)
    if (id !== null) links[field] = id
  }
  const idOf = (party: Party | undefined): string | null => {
    const named = party === undefined ? null : companyOf(party)
    if (party === undefined || named === null) return null
    return pageCompany !== null && isPageCompany(pageCompany, party) ? pageCompany.company.id : linkOf(named)
  }
  const fields = { ...shown.masked.fields }
  for (const name of partyFieldsOf(shown)) {
    const storedParties = partiesIn(shown.stated[name])
    fields[name] = partiesIn(fields[name]).map((party, at) => ({ ...party, cid: idOf(storedParties[at]) }))
  }
  return { fields, links }
}

/** Links company names in the shown fields of records: at most three queries for any number of records. */
export function createRecordLinks(db: Database, includeDemo: boolean) {
  const findLinks = createLinkedCompanies(db, includeDemo)
  return async (records: readonly ShownRecord[], pageCompany: PageCompany): Promise<LinkedFields[]> => {
    const linkOf = await findLinks(
      records.flatMap((shown) => [...namedFields(shown), ...namedParties(shown, pageCompany)]),
    )
    return records.map((shown) => linkFields(shown, linkOf, pageCompany))
  }
}

/** Beyond this number the candidates would be namesakes. */
const CANDIDATES = 20

/**
 * Finds ids of companies that subject keys may refer to. `CompanySubjectsReader` decides which of them the keys belong
 * to.
 */
export function createMentionedCompanies(
  db: Database,
  most = CANDIDATES,
): (keys: readonly string[]) => Promise<string[]> {
  // One statement per column: over all three at once, SQLite reads the whole table where hardly any company has a number.
  const findBy = (column: 'credit_code' | 'registration_number' | 'name_key') =>
    compileOnce(db, ([values = '']) =>
      db.selectFrom('company').select('id').where(column, 'in', inJsonArrayText(db, values)).limit(sql.lit(most)),
    )
  const columns = [
    { mark: 'c:', find: findBy('credit_code') },
    { mark: 'r:', find: findBy('registration_number') },
    { mark: 'n:', find: findBy('name_key') },
  ] as const
  return async (keys) => {
    const found = await Promise.all(
      columns.map(async ({ mark, find }) => {
        const values = valuesWithMark(keys, mark)
        return values.length === 0 ? [] : find([JSON.stringify(values)])
      }),
    )
    return found
      .flat()
      .slice(0, most)
      .map(({ id }) => id)
  }
}

/** Reads the id of the company that has an id which was given up, as after a merge; null: it never was one. */
export function createMergedCompanyReader(db: Database): (id: string) => Promise<string | null> {
  const find = compileOnce(db, ([id = '']) =>
    db.selectFrom('company_former_id').select('company_id as id').where('id', '=', id),
  )
  return async (id) => (await find([id]))[0]?.id ?? null
}

import { nameKey } from '../../domain/names/company-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRealCompany } from '../../platform/database/real-companies.ts'

/** Ids of companies by code, by the key of their name, and by the key of a former name. */
export type ExactCompanies = {
  byCode: ReadonlyMap<string, readonly string[]>
  byName: ReadonlyMap<string, readonly string[]>
  byFormerName: ReadonlyMap<string, readonly string[]>
}

const textsOf = (texts: readonly (string | null)[]) => [
  ...new Set(texts.filter((text) => text !== null && text !== '')),
]

type KeyedRow = { key: string | null; id: string; prominence: number }

/** The best known company first. Sorted here: with an order SQLite may read every company by it. */
function idsByKey(rows: readonly KeyedRow[]): Map<string, string[]> {
  const sorted = rows.toSorted((a, b) => a.prominence - b.prominence || (a.id < b.id ? -1 : 1))
  const groups = Map.groupBy(sorted, ({ key }) => key ?? '')
  return new Map([...groups].map(([key, of]) => [key, [...new Set(of.map(({ id }) => id))]]))
}

/** Finds companies by whole codes and whole names, each by an index. */
export function createExactCompanies({ db, includeDemo }: { db: Database; includeDemo: boolean }) {
  const companies = () => {
    const all = db.selectFrom('company').select(['company.id as id', 'company.prominence as prominence'])
    return includeDemo ? all : all.where(isRealCompany)
  }
  return async (asked: readonly { name: string | null; code: string | null }[]): Promise<ExactCompanies> => {
    const codes = textsOf(asked.map(({ code }) => code))
    const keys = textsOf(asked.map(({ name }) => (name === null ? null : nameKey(name))))
    const byColumn = async (column: 'credit_code' | 'registration_number' | 'lei') =>
      codes.length === 0
        ? []
        : companies().select(`company.${column} as key`).where(`company.${column}`, 'in', codes).execute()
    const [byCreditCode, byRegistration, byLei, named, former] = await Promise.all([
      byColumn('credit_code'),
      byColumn('registration_number'),
      byColumn('lei'),
      keys.length === 0 ? [] : companies().select('name_key as key').where('name_key', 'in', keys).execute(),
      keys.length === 0
        ? []
        : companies()
            .innerJoin('company_name as other', 'other.company_id', 'company.id')
            .select('other.value_key as key')
            .where('other.value_key', 'in', keys)
            .where('other.kind', '=', 'former')
            .execute(),
    ])
    return {
      byCode: idsByKey([...byCreditCode, ...byRegistration, ...byLei]),
      byName: idsByKey(named),
      byFormerName: idsByKey(former),
    }
  }
}

import { companyFacts, type Fact, type FieldGroup, facts } from '@baiqicha/contract/company-facts'
import { factColumnsOf } from '../../domain/company/fact-columns.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CompanyTable } from '../../platform/database/tables/company.ts'
import { originOfFact } from '../../records/fact-origin.ts'

const isStated = (company: CompanyTable, fact: Fact) =>
  fact === 'listings'
    ? company.listing_source !== null
    : factColumnsOf(fact).some((column) => ![null, '', '[]'].some((none) => company[column] === none))

function originOf(company: CompanyTable, group: FieldGroup) {
  return { source: company[`${group}_source`] ?? '', asOf: company[`${group}_as_of`] }
}

/** What is known about where a company comes from. */
export const createCompanySources = (db: Database) => ({
  async sourcesOf(id: string) {
    const company = await db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const stated = facts
      .filter((fact) => isStated(company, fact))
      .map((fact) => ({ fact, ...originOfFact(company, fact, originOf(company, companyFacts[fact].group)) }))
    const names = new Map(
      (await db.selectFrom('source').select(['id', 'name']).execute()).map((row) => [row.id, row.name]),
    )
    const sources = [...Map.groupBy(stated, ({ source, asOf }) => `${source} ${asOf}`).values()].map((own) => ({
      name: names.get(own[0]?.source ?? '') ?? own[0]?.source ?? '',
      asOf: own[0]?.asOf ?? null,
      facts: own.map(({ fact }) => companyFacts[fact].label),
    }))
    const runs = await db
      .selectFrom('company_statement')
      .select('run')
      .distinct()
      .where('company_id', '=', id)
      .execute()
    const former = await db.selectFrom('company_former_id').select('id').where('company_id', '=', id).execute()
    const parts = await db.selectFrom('company_part').select('id').where('company_id', '=', id).execute()
    const imports = [company.only_run ?? 0, ...runs.map(({ run }) => run)]
    return {
      sources,
      imports: imports.filter((run) => run > 0).toSorted((a, b) => a - b),
      formerIds: former.map((row) => row.id),
      mergedByName: parts.length,
    }
  },
})

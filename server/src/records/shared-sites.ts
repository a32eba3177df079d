import { type ExpressionBuilder, sql } from 'kysely'
import { MOST_COMPANIES_OF_SITE, siteFlaw } from '../domain/contacts/rejected-sites.ts'
import type { Tables } from '../platform/database/database.ts'
import type { CompanyTable } from '../platform/database/tables/company.ts'

/** Column of a company: whether more companies than may share a site name its own one. */
export const hasSharedSite = (company: ExpressionBuilder<Tables, 'company'>) =>
  company
    .exists(
      company
        .selectFrom('company_contact as own')
        .select(sql`1`.as('one'))
        .whereRef('own.company_id', '=', 'company.id')
        .where('own.number_key', 'like', sql.lit('%.%'))
        .where('own.number_key', 'not like', sql.lit('%@%'))
        .where(
          sql<number>`(select count(*) from (
            select 1 from company_contact as other where other.number_key = own.number_key
            limit ${sql.lit(MOST_COMPANIES_OF_SITE + 1)}) as sharing)`,
          '>',
          sql.lit(MOST_COMPANIES_OF_SITE),
        ),
    )
    .as('has_shared_site')

type WithSite = Pick<CompanyTable, 'website'> & { has_shared_site: unknown }

/** The company without a site that belongs to nobody, or to somebody else. */
export const withoutSharedSite = <Row extends WithSite>(row: Row): Row =>
  Boolean(row.has_shared_site) || siteFlaw(row.website ?? '') !== null ? { ...row, website: null } : row

import { type ExpressionBuilder, sql } from 'kysely'
import { contactsIn, numberKeysIn } from '../domain/contacts/contact-value.ts'
import type { Database, Tables } from '../platform/database/database.ts'
import { jsonRows, readJsonRows } from '../platform/database/json-rows.ts'
import type { CompanyTable } from '../platform/database/tables/company.ts'

type HiddenRow = { number_key: string }
type WithHidden = { hidden_contacts: readonly HiddenRow[] | string }

/** Column with the hidden numbers in the own fields of a company, so that its page needs no further query. */
export const hiddenContacts = (db: Database, company: ExpressionBuilder<Tables, 'company'>) =>
  jsonRows(
    db,
    company
      .selectFrom('company_contact')
      .select(['number_key'])
      .whereRef('company_contact.company_id', '=', 'company.id')
      .where('company_contact.is_hidden', '=', sql.lit(1)),
  ).as('hidden_contacts')

const numbersIn = (json: string): unknown[] => {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list : []
}

/** The company without its hidden numbers. Of a cell with several numbers the others remain. */
export function withoutHiddenContacts<
  Row extends WithHidden & Partial<Pick<CompanyTable, 'phones' | 'email' | 'website'>>,
>(row: Row): Row {
  const rows = readJsonRows(row.hidden_contacts)
  if (rows.length === 0) return row
  const hidden = new Set(rows.map(({ number_key }) => number_key))
  const isHidden = (text: unknown) => typeof text === 'string' && numberKeysIn(text).some((key) => hidden.has(key))
  const withoutHidden = (cell: unknown) =>
    typeof cell === 'string' && isHidden(cell) ? contactsIn(cell).filter((contact) => !isHidden(contact)) : [cell]
  return {
    ...row,
    ...(row.phones !== undefined && {
      phones: JSON.stringify(numbersIn(row.phones).flatMap(withoutHidden)),
    }),
    ...(isHidden(row.email) && { email: null }),
    ...(isHidden(row.website) && { website: null }),
  }
}

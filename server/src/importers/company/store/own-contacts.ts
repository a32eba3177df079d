import { numberKeyOf, ownContactsOf } from '../../../domain/contacts/contact-value.ts'
import { replacedRows } from '../../../platform/database/bulk-session.ts'
import type { CompanyContactTable } from '../../../platform/database/tables/company.ts'
import { type LoadHiddenNumbersDeps, loadHiddenNumbers } from '../../file/load-hidden.ts'
import type { CompanyDifference } from '../resolve/company-difference.ts'

const contactTable = replacedRows('company_contact', 'number_key', 'company_id')

const idOf = ({ number_key, company_id }: Pick<CompanyContactTable, 'number_key' | 'company_id'>) =>
  `${company_id} ${number_key}`

/** Writes the contacts in the own fields of the companies; a hidden number stays hidden. */
export async function saveOwnContacts(
  deps: LoadHiddenNumbersDeps,
  differences: readonly CompanyDifference[],
): Promise<void> {
  const { session } = deps
  const pairs = differences.flatMap(({ row }) =>
    ownContactsOf(row).map(({ value }) => ({ number_key: numberKeyOf(value), company_id: row.id })),
  )
  const changedIds = differences.flatMap(({ row, before }) => (before === null ? [] : [row.id]))
  const stored = await session.selectIn<CompanyContactTable>('company_contact', 'company_id', changedIds)
  const wanted = new Set(pairs.map(idOf))
  const known = new Set(stored.map(idOf))
  const added = pairs.filter((pair) => !known.has(idOf(pair)))
  await session.remove(
    contactTable,
    stored.filter((row) => !wanted.has(idOf(row))).map(({ number_key, company_id }) => ({ number_key, company_id })),
  )
  if (added.length === 0) return
  const hidden = await loadHiddenNumbers(
    deps,
    added.map(({ number_key }) => number_key),
  )
  await session.write(
    contactTable,
    added.map((pair) => ({ ...pair, is_hidden: hidden.has(pair.number_key) ? 1 : 0 })),
  )
}

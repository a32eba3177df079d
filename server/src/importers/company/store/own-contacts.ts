import { numberKeyOf, ownContactsOf } from '../../../domain/contacts/contact-value.ts'
import type { BulkSession, BulkTable } from '../../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../../platform/database/open-database.ts'
import type { CompanyContactTable } from '../../../platform/database/tables/contact.ts'
import type { HiddenNumbers } from '../../../records/hidden-numbers.ts'
import type { CompanyDifference } from '../resolve/company-difference.ts'

const contactTable: BulkTable = {
  name: 'company_contact',
  columns: { number_key: 'text', company_id: 'text', is_hidden: 'smallint' },
  key: ['number_key', 'company_id'],
  onConflict: 'replace',
}

export type OwnContactDeps = { session: BulkSession; database: OpenDatabase; hiddenNumbers: HiddenNumbers }

const idOf = ({ number_key, company_id }: Pick<CompanyContactTable, 'number_key' | 'company_id'>) =>
  `${company_id} ${number_key}`

/** Writes the contacts in the own fields of the companies; a hidden number stays hidden. */
export async function saveOwnContacts(
  { session, database, hiddenNumbers }: OwnContactDeps,
  differences: readonly CompanyDifference[],
): Promise<void> {
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
  // A later request to hide a number finds the companies of this batch.
  if (database.kind === 'postgres') await session.execute('lock table hidden_number in share mode', [])
  const hidden = await hiddenNumbers.hiddenAmong(
    (hmacs) => session.selectIn('hidden_number', 'number_hmac', hmacs),
    added.map(({ number_key }) => number_key),
  )
  await session.write(
    contactTable,
    added.map((pair) => ({ ...pair, is_hidden: hidden.has(pair.number_key) ? 1 : 0 })),
  )
}

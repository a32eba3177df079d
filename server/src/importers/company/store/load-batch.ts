import { type CompanyStatements, splitQualifiedKey } from '../parse/sourced-facts.ts'
import type { LoadedBatch } from '../resolve/company-batch.ts'
import type { CompanyDraft, StoredCompany } from '../resolve/company-draft.ts'
import { addsKeyOrName, draftsByKeys, identityOfRow, otherNameKeys } from '../resolve/entity-matching.ts'
import { createLoadedCompanies } from '../resolve/loaded-companies.ts'
import { lookupKeys } from '../resolve/pending-row.ts'
import { type CompanyReader, existingIds, loadByKeys, loadByNames } from './company-store.ts'
import { loadContested, loadPendingRows } from './pending-rows.ts'

const nonNull = (values: (string | null)[]) => values.filter((value) => value !== null)

/** Loads every company that the rows, or pending rows of the same keys, can match. */
export async function loadBatch(
  from: CompanyReader,
  rows: readonly CompanyStatements[],
  isDemo: boolean,
): Promise<LoadedBatch> {
  const companies = createLoadedCompanies()
  const stored = new Map<CompanyDraft, StoredCompany>()
  const loadedIds = new Set<string>()
  const add = (loaded: readonly StoredCompany[]) => {
    for (const company of loaded) {
      loadedIds.add(company.state.row.id)
      for (const draft of company.drafts) {
        stored.set(draft, company)
        companies.add(draft)
      }
    }
  }

  const pending = await loadPendingRows(from.reader, rows.flatMap(lookupKeys))
  const all = pending.length === 0 ? rows : [...rows, ...pending.map(({ row }) => row)]
  add(
    await loadByKeys(from, {
      creditCodes: nonNull(all.map((row) => row.creditCode)),
      registrationNumbers: nonNull(all.map((row) => row.registrationNumber)),
      sourceKeys: nonNull(all.map((row) => row.sourceKey)).map((key) => splitQualifiedKey(key)[1]),
    }),
  )

  // A new company, or one that gets a code or name, can merge with any company that ever had one of its names.
  const queued = new Set<string>()
  let names = new Set<string>()
  const queue = (nameKey: string) => {
    if (nameKey !== '' && !queued.has(nameKey)) names.add(nameKey)
  }
  for (const row of all) {
    const matches = draftsByKeys(row, companies)
    if (matches.length === 1 && matches.every((draft) => !addsKeyOrName(row, draft))) continue
    if (row.nameKey !== null) queue(row.nameKey)
    if (matches.length === 0) for (const nameKey of otherNameKeys(row)) queue(nameKey)
    for (const draft of matches) for (const nameKey of draft.knownNames) queue(nameKey)
  }
  const flag = isDemo ? 1 : 0
  while (names.size > 0) {
    const wanted = [...names]
    for (const nameKey of wanted) queued.add(nameKey)
    names = new Set()
    add(await loadByNames(from, wanted, loadedIds))
    for (const nameKey of wanted) {
      for (const draft of companies.named(flag, nameKey)) for (const other of draft.knownNames) queue(other)
    }
  }
  const newcomers = all.filter(
    (row) => row.creditCode === null && row.nameKey !== null && draftsByKeys(row, companies).length === 0,
  )
  const ids = newcomers.map((row) => identityOfRow(row).id)
  for (const id of await existingIds(from, ids)) companies.ids.add(id)
  return { companies, stored, pending, contested: await loadContested(from.reader, all.flatMap(lookupKeys)) }
}

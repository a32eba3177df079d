import * as z from 'zod/mini'
import type { CompanyTable } from '../../../platform/database/tables/company.ts'
import { qualifiedKey, splitQualifiedKey } from '../parse/sourced-facts.ts'
import { type CompanyDraft, draftOf } from './company-draft.ts'
import { type CompanyState, companyColumns, emptyRow, listingRowKey, nameRowKey } from './company-state.ts'

/** Null values are omitted from the stored text. */
const text = z._default(z.nullable(z.string()), null)

export const storedListing = z.object({
  exchange: z.string(),
  code: z.string(),
  old_code: text,
  board: text,
  state: text,
  listed_on: text,
  delisted_on: text,
})

/** A draft of a merged company as stored. Columns that all drafts of a company share are omitted. */
const partSchema = z.object({
  row: z.looseObject({ id: z.string(), matched_by: z.enum(['creditCode', 'registrationNumber', 'sourceKey', 'name']) }),
  names: z.array(
    z.object({
      kind: z.enum(['former', 'formerShort', 'alias']),
      value: z.string(),
      value_key: z.string(),
      valid_from: z.string(),
      valid_to: text,
      source: text,
    }),
  ),
  listings: z.array(storedListing),
  keys: z.array(z.tuple([z.string(), z.string()])),
  knownNames: z.array(z.string()),
})

const sharedColumns = new Set(['is_demo', 'created_at', 'updated_at', 'only_run'])
const ownColumns = companyColumns.filter((column) => !sharedColumns.has(column)).toSorted()

/** The columns that have a value, in the order of `columns`. */
function withoutNulls(row: object, columns: readonly string[]) {
  const values: Record<string, unknown> = {}
  for (const column of columns) {
    const value: unknown = Reflect.get(row, column)
    if (value !== null) values[column] = value
  }
  return values
}

const rowsInOrder = (rows: ReadonlyMap<string, object>) =>
  [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) =>
      withoutNulls(
        row,
        Object.keys(row)
          .filter((column) => column !== 'company_id')
          .sort(),
      ),
    )

/** The same text for the same draft, whatever the order of its statements. */
export const partText = ({ row, names, listings, keys, knownNames }: CompanyState): string =>
  JSON.stringify({
    row: withoutNulls(row, ownColumns),
    names: rowsInOrder(names),
    listings: rowsInOrder(listings),
    keys: [...keys].sort().map(splitQualifiedKey),
    knownNames: [...knownNames].sort(),
  })

/** Restores a draft from its stored text and the row of its company. */
export function draftOfPart(content: string, company: Pick<CompanyTable, 'is_demo' | 'created_at'>): CompanyDraft {
  const part = z.parse(partSchema, JSON.parse(content))
  const { id, matched_by } = part.row
  const row = emptyRow({ id, matched_by, is_demo: company.is_demo, created_at: company.created_at })
  Object.assign(row, part.row)
  return draftOf({
    row,
    names: new Map(part.names.map((name) => [nameRowKey(name), { ...name, company_id: id }])),
    listings: new Map(part.listings.map((listing) => [listingRowKey(listing), { ...listing, company_id: id }])),
    keys: new Set(part.keys.map(([scheme, key]) => qualifiedKey(scheme, key))),
    knownNames: new Set(part.knownNames),
  })
}

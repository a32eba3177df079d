import { type FieldValue, type Party, partyTypes, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import * as z from 'zod/mini'
import { nameKey } from '../domain/company-name.ts'
import { anyOf } from '../platform/database/any-of.ts'
import type { Database } from '../platform/database/database.ts'
import { type CompanyLinks, createLinkedCompanies, type NamedCompany } from './linked-companies.ts'
import type { ShownRecord } from './shown-record.ts'

/** A record's masked fields with its parties' companies, and the companies its other fields name. */
export type LinkedFields = { fields: RecordFields; links: Record<string, string> }

const subjectsText = z.array(z.tuple([z.string(), z.nullable(z.string())]))

/** Whom a record is about: subject keys, and what each is in it. */
export const subjectsOf = ({ record }: Pick<ShownRecord, 'record'>) =>
  z.parse(subjectsText, JSON.parse(record.subjects)).map(([key, identity]) => ({ key, identity }))

const isParty = (item: string | object): item is Party => typeof item === 'object' && 'cid' in item

const partiesIn = (value: FieldValue | undefined): Party[] =>
  Array.isArray(value) ? value.flatMap((item) => (isParty(item) ? [item] : [])) : []

const partyFieldsOf = (kind: RecordKind, fields: RecordFields) =>
  Object.keys(fields).filter((name) => kind.fields[name]?.type === 'parties')

const companiesAmong = (parties: readonly Party[]) => parties.filter(({ type }) => type !== partyTypes.person)

/** The codes that came with names: those of subjects of the same record. */
async function readCodes(db: Database, records: readonly ShownRecord[]) {
  const keys = new Set(
    records.flatMap((shown) =>
      partyFieldsOf(shown.kind, shown.masked.fields)
        .flatMap((name) => companiesAmong(partiesIn(shown.told[name])))
        .map(({ name }) => nameKey(name)),
    ),
  )
  if (keys.size === 0) return new Map<string, { subject_key: string }[]>()
  const rows = await db
    .selectFrom('subject_name')
    .selectAll()
    .where('name_key', 'in', anyOf(db, [...keys]))
    .execute()
  return Map.groupBy(rows, ({ name_key }) => name_key)
}

type Codes = Awaited<ReturnType<typeof readCodes>>

function codeOf(shown: ShownRecord, codes: Codes, name: string): string | null {
  const own = new Set(subjectsOf(shown).map(({ key }) => key))
  const told = (codes.get(nameKey(name)) ?? []).filter(({ subject_key: key }) => key.startsWith('c:') && own.has(key))
  return told.length === 1 ? (told[0]?.subject_key.slice(2) ?? null) : null
}

/** The companies that the shown fields name, but for parties. */
const namedFields = ({ kind, told, masked }: ShownRecord): (NamedCompany & { field: string })[] =>
  Object.entries(kind.linkedNames ?? {}).flatMap(([field, codeField]) => {
    const name = field in masked.fields ? textOf(told, field) : null
    return name === null ? [] : [{ field, name, code: codeField === null ? null : textOf(told, codeField) }]
  })

function linkFields(shown: ShownRecord, codes: Codes, linkOf: CompanyLinks): LinkedFields {
  const links: Record<string, string> = {}
  for (const { field, ...named } of namedFields(shown)) {
    const id = linkOf(named)
    if (id !== null) links[field] = id
  }
  const fields = { ...shown.masked.fields }
  for (const name of partyFieldsOf(shown.kind, fields)) {
    const told = partiesIn(shown.told[name])
    fields[name] = partiesIn(fields[name]).map((party, at) => {
      const original = told[at]
      if (original === undefined || original.type === partyTypes.person) return { ...party, cid: null }
      return { ...party, cid: linkOf({ name: original.name, code: codeOf(shown, codes, original.name) }) }
    })
  }
  return { fields, links }
}

/** Links the companies that records name in the fields that are shown: four queries for any number of records. */
export function createRecordLinks(db: Database, includeDemo: boolean) {
  const findLinks = createLinkedCompanies(db, includeDemo)
  return async (records: readonly ShownRecord[]): Promise<LinkedFields[]> => {
    const codes = await readCodes(db, records)
    const linkOf = await findLinks(
      records.flatMap((shown) => [
        ...namedFields(shown),
        ...partyFieldsOf(shown.kind, shown.masked.fields)
          .flatMap((name) => companiesAmong(partiesIn(shown.told[name])))
          .map(({ name }) => ({ name, code: codeOf(shown, codes, name) })),
      ]),
    )
    return records.map((shown) => linkFields(shown, codes, linkOf))
  }
}

import { type FieldValue, type Party, partyTypes, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import * as z from 'zod/mini'
import type { Database } from '../platform/database/database.ts'
import type { SubjectKey } from './company-subjects.ts'
import { type CompanyLinks, createLinkedCompanies, type NamedCompany } from './linked-companies.ts'
import type { ShownRecord } from './shown-record.ts'

/** Masked fields of a record with the ids of its parties' companies, and the companies that other fields name. */
export type LinkedFields = { fields: RecordFields; links: Record<string, string> }

const subjectsText = z.array(z.tuple([z.string(), z.nullable(z.string())]))

/** Subjects of a record: subject keys, and the part of each in the record. */
export const subjectPartsOf = ({ record }: { record: Pick<ShownRecord['record'], 'subjects'> }) =>
  z.parse(subjectsText, JSON.parse(record.subjects)).map(([key, identity]) => ({ key, identity }))

const isParty = (item: string | object): item is Party => typeof item === 'object' && 'cid' in item

const partiesIn = (value: FieldValue | undefined): Party[] =>
  Array.isArray(value) ? value.flatMap((item) => (isParty(item) ? [item] : [])) : []

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

import * as z from 'zod/mini'
import type { Cells } from '../input/table-rows.ts'

/** A record of level 1 of the golden copy (LEI-CDF 3.1), as far as it is read. */
export type LeiRecord = {
  lei: string
  names: readonly EntityName[]
  country: string
  city: string
  addressLines: readonly string[]
  /** Number in the register of companies, as written. */
  registeredAs: string
  category: string
  status: string
  expirationReason: string
  createdAt: string
  updatedAt: string
  registrationStatus: string
}

/** `LEGAL_NAME`, or the type of another name. */
export type EntityName = { text: string; language: string; type: string }

export const LEGAL_NAME = 'LEGAL_NAME'
const OTHER_NAMES = 5
const ADDRESS_LINES = 3

const otherNameColumns = Array.from({ length: OTHER_NAMES }, (_, at) => {
  const column = `Entity.OtherEntityNames.OtherEntityName.${at + 1}`
  return { text: column, language: `${column}.xmllang`, type: `${column}.type` }
})
const addressColumns = [
  'Entity.LegalAddress.FirstAddressLine',
  ...Array.from({ length: ADDRESS_LINES }, (_, at) => `Entity.LegalAddress.AdditionalAddressLine.${at + 1}`),
]
const textColumns = {
  lei: 'LEI',
  legalName: 'Entity.LegalName',
  language: 'Entity.LegalName.xmllang',
  country: 'Entity.LegalAddress.Country',
  city: 'Entity.LegalAddress.City',
  registeredAs: 'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  category: 'Entity.EntityCategory',
  status: 'Entity.EntityStatus',
  expirationReason: 'Entity.EntityExpirationReason',
  createdAt: 'Entity.EntityCreationDate',
  updatedAt: 'Registration.LastUpdateDate',
  registrationStatus: 'Registration.RegistrationStatus',
} as const

/** Columns of the CSV, then the objects of the JSON. `LEI` is of both. */
export const leiRecordColumns: readonly string[] = [
  ...Object.values(textColumns),
  ...otherNameColumns.flatMap(({ text, language, type }) => [text, language, type]),
  ...addressColumns,
  'Entity',
  'Registration',
]
const places = new Map(leiRecordColumns.map((column, place) => [column, place]))

const value = z.object({ $: z.string() })
const optional = z.optional(value)
const named = z.object({ $: z.string(), '@xml:lang': z.optional(z.string()), '@type': z.optional(z.string()) })
const entitySchema = z.object({
  LegalName: named,
  OtherEntityNames: z.optional(z.object({ OtherEntityName: z.array(named) })),
  LegalAddress: z.object({
    FirstAddressLine: optional,
    AdditionalAddressLine: z.optional(z.array(value)),
    City: optional,
    Country: value,
  }),
  RegistrationAuthority: z.optional(z.object({ RegistrationAuthorityEntityID: optional })),
  EntityCategory: optional,
  EntityStatus: optional,
  EntityExpirationReason: optional,
  EntityCreationDate: optional,
})
const registrationSchema = z.object({ LastUpdateDate: value, RegistrationStatus: value })
const recordSchema = z.object({ LEI: value, Entity: entitySchema, Registration: registrationSchema })

const textOf = (part: { $: string } | undefined) => part?.$ ?? ''
const nameOf = (name: z.infer<typeof named>, type: string): EntityName => ({
  text: name.$,
  language: name['@xml:lang'] ?? '',
  type,
})

function fromJson(json: unknown): LeiRecord | null {
  const parsed = z.safeParse(recordSchema, json)
  if (!parsed.success) return null
  const { LEI, Entity: entity, Registration: registration } = parsed.data
  const { LegalAddress: address } = entity
  return {
    lei: LEI.$,
    names: [
      nameOf(entity.LegalName, LEGAL_NAME),
      ...(entity.OtherEntityNames?.OtherEntityName ?? []).map((name) => nameOf(name, name['@type'] ?? '')),
    ],
    country: address.Country.$,
    city: textOf(address.City),
    addressLines: [textOf(address.FirstAddressLine), ...(address.AdditionalAddressLine ?? []).map(textOf)],
    registeredAs: textOf(entity.RegistrationAuthority?.RegistrationAuthorityEntityID),
    category: textOf(entity.EntityCategory),
    status: textOf(entity.EntityStatus),
    expirationReason: textOf(entity.EntityExpirationReason),
    createdAt: textOf(entity.EntityCreationDate),
    updatedAt: registration.LastUpdateDate.$,
    registrationStatus: registration.RegistrationStatus.$,
  }
}

/** Reads a row of the CSV or an object of the JSON; null when it is neither. */
export function readLeiRecord(cells: Cells): LeiRecord | null {
  const cell = (column: string) => cells[places.get(column) ?? -1]
  if (cell('Entity') !== undefined) {
    return fromJson({ LEI: cell('LEI'), Entity: cell('Entity'), Registration: cell('Registration') })
  }
  const text = (column: string) => {
    const written = cell(column)
    return typeof written === 'string' ? written.trim() : ''
  }
  const lei = text(textColumns.lei)
  if (lei === '') return null
  const { legalName, language, ...others } = textColumns
  const names = [{ text: text(legalName), language: text(language), type: LEGAL_NAME }]
  for (const column of otherNameColumns) {
    names.push({ text: text(column.text), language: text(column.language), type: text(column.type) })
  }
  return {
    lei,
    names: names.filter((name) => name.text !== ''),
    addressLines: addressColumns.map(text),
    country: text(others.country),
    city: text(others.city),
    registeredAs: text(others.registeredAs),
    category: text(others.category),
    status: text(others.status),
    expirationReason: text(others.expirationReason),
    createdAt: text(others.createdAt),
    updatedAt: text(others.updatedAt),
    registrationStatus: text(others.registrationStatus),
  }
}

/** A current record of level 2 of the golden copy (RR-CDF 2.1): which company consolidates the accounts of which. */
export type ParentRecord = {
  child: string
  parent: string
  isUltimate: boolean
  updatedAt: string
}

const parentColumns = {
  child: 'Relationship.StartNode.NodeID',
  parent: 'Relationship.EndNode.NodeID',
  type: 'Relationship.RelationshipType',
  status: 'Relationship.RelationshipStatus',
  updatedAt: 'Registration.LastUpdateDate',
} as const

/** Columns of the CSV, then the object of the JSON. */
export const parentRecordColumns: readonly string[] = [...Object.values(parentColumns), 'RelationshipRecord']
const node = z.object({ NodeID: value })
const parentSchema = z.object({
  Relationship: z.object({ StartNode: node, EndNode: node, RelationshipType: value, RelationshipStatus: value }),
  Registration: z.object({ LastUpdateDate: value }),
})

function parentFromJson(json: unknown) {
  const parsed = z.safeParse(parentSchema, json)
  if (!parsed.success) return null
  const { Relationship: relation, Registration: registration } = parsed.data
  return {
    child: relation.StartNode.NodeID.$,
    parent: relation.EndNode.NodeID.$,
    type: relation.RelationshipType.$,
    status: relation.RelationshipStatus.$,
    updatedAt: registration.LastUpdateDate.$,
  }
}

function parentFromCsv(cells: Cells) {
  const [child = '', parent = '', type = '', status = '', updatedAt = ''] = cells.map((cell) =>
    typeof cell === 'string' ? cell.trim() : '',
  )
  return { child, parent, type, status, updatedAt }
}

const parentTypes = new Map([
  ['IS_DIRECTLY_CONSOLIDATED_BY', false],
  ['IS_ULTIMATELY_CONSOLIDATED_BY', true],
])

/** Reads the cells of `parentRecordColumns`; null for managers of funds, branches and what has ended. */
export function readParentRecord(cells: Cells): ParentRecord | null {
  const json = cells[parentRecordColumns.indexOf('RelationshipRecord')]
  const record = json === undefined ? parentFromCsv(cells) : parentFromJson(json)
  const isUltimate = parentTypes.get(record?.type ?? '')
  if (record === null || isUltimate === undefined || record.status !== 'ACTIVE') return null
  return { child: record.child, parent: record.parent, isUltimate, updatedAt: record.updatedAt }
}

import { hash } from 'node:crypto'
import { facts } from '@baiqicha/contract/company-facts'
import { factColumnsOf } from '../../../domain/company/fact-columns.ts'
import type { Industries } from '../../../domain/company/industries.ts'
import { type Origin, sameOrigin } from '../../../domain/company/provenance.ts'
import { nameKey as keyOfName } from '../../../domain/names/company-name.ts'
import type { CompanyTable } from '../../../platform/database/tables/company.ts'
import {
  type CompanyStatements,
  type FactValues,
  type SourcedFacts,
  type StatedFact,
  splitQualifiedKey,
} from '../parse/sourced-facts.ts'
import { applySourcedFacts, type CompanyDraft, finishDraft, newDraft } from './company-draft.ts'
import type { LoadedCompanies } from './loaded-companies.ts'

/**
 * Entity resolution. The facts known under one set of codes and keys are one draft. Drafts that share a full name are
 * shown as one company unless any two of them conflict. Drafts are stored separately, so a later namesake can split the
 * company again. The result depends on the drafts only, not on their order.
 */

type KnownBy = Pick<CompanyStatements, 'creditCode' | 'registrationNumber' | 'sourceKey' | 'nameKey'>

type Identity = Pick<CompanyTable, 'id' | 'matched_by'>

const strength: Record<CompanyTable['matched_by'], number> = {
  creditCode: 0,
  registrationNumber: 1,
  sourceKey: 2,
  name: 3,
}

/** The strongest key of a row, and the id that follows from it. */
export function identityOfRow({ creditCode, registrationNumber, sourceKey, nameKey }: KnownBy): Identity {
  if (creditCode !== null) return { matched_by: 'creditCode', id: companyIdFrom('creditCode', creditCode) }
  if (registrationNumber !== null) {
    return { matched_by: 'registrationNumber', id: companyIdFrom('registrationNumber', registrationNumber) }
  }
  if (sourceKey !== null) return { matched_by: 'sourceKey', id: companyIdFrom(...splitQualifiedKey(sourceKey)) }
  return { matched_by: 'name', id: companyIdFrom('name', nameKey ?? '') }
}

function strongestKey({ row, keys }: CompanyDraft): CompanyTable['matched_by'] {
  if (row.credit_code !== null) return 'creditCode'
  if (row.registration_number !== null) return 'registrationNumber'
  return keys.size > 0 ? 'sourceKey' : 'name'
}

/** Whether the draft has got a stronger key than the one from which its id follows. */
export const losesId = (draft: CompanyDraft) => strongestKey(draft) !== draft.row.matched_by

/**
 * Derives id and `matched_by` from the draft's strongest key. The id changes only when a source states a stronger key.
 */
export function assignId(draft: CompanyDraft): void {
  if (!losesId(draft)) return
  const { row, keys } = draft
  const [sourceKey = null] = keys.size > 1 ? [...keys].sort() : keys
  const { credit_code: creditCode, registration_number: registrationNumber, name_key: nameKey } = row
  Object.assign(row, identityOfRow({ creditCode, registrationNumber, sourceKey, nameKey }))
  for (const [key, name] of draft.names) draft.names.set(key, { ...name, company_id: row.id })
  for (const [key, listing] of draft.listings) draft.listings.set(key, { ...listing, company_id: row.id })
}

export const differ = (a: string | null, b: string | null) => a !== null && b !== null && a !== b

const schemesOf = (keys: ReadonlySet<string>) => [...keys].map((key) => splitQualifiedKey(key)[0])

/** Whether a code or key proves that the drafts are two companies. */
export function conflicts(a: CompanyDraft, b: CompanyDraft): boolean {
  if (differ(a.row.credit_code, b.row.credit_code)) return true
  if (differ(a.row.registration_number, b.row.registration_number)) return true
  // A source gives each of its companies one key.
  const schemes = new Set(schemesOf(a.keys))
  return schemesOf(b.keys).some((scheme) => schemes.has(scheme))
}

export const canMerge = (drafts: readonly CompanyDraft[]) =>
  drafts.every((draft, at) => drafts.slice(at + 1).every((other) => !conflicts(draft, other)))

const strongestFirst = (a: CompanyDraft, b: CompanyDraft) =>
  strength[a.row.matched_by] - strength[b.row.matched_by] || (a.row.id < b.row.id ? -1 : 1)

/** The draft's facts as statements, one per origin. */
export function factsOfDraft(draft: CompanyDraft): SourcedFacts[] {
  const byOrigin: { origin: Origin; facts: StatedFact[] }[] = []
  for (const fact of facts) {
    const origin = draft.origins.get(fact)
    if (origin === undefined || fact === 'listings') continue
    const columns: FactValues = {}
    for (const column of factColumnsOf(fact)) Reflect.set(columns, column, draft.row[column])
    const same = byOrigin.find((other) => sameOrigin(other.origin, origin))
    if (same === undefined) byOrigin.push({ origin, facts: [{ fact, columns }] })
    else same.facts.push({ fact, columns })
  }
  const statements: SourcedFacts[] = byOrigin.map((stated) => ({
    ...stated,
    names: [...draft.names.values()],
    listings: [],
  }))
  const listed = draft.origins.get('listings')
  if (listed !== undefined) {
    statements.push({ origin: listed, facts: [], names: [], listings: [...draft.listings.values()] })
  }
  return statements
}

/** Applies all statements of `other` to the draft. Call it only when a code or key proves that both are one company. */
export function merge(draft: CompanyDraft, other: CompanyDraft): void {
  for (const statement of factsOfDraft(other)) applySourcedFacts(draft, statement)
  for (const key of other.keys) draft.keys.add(key)
  for (const name of other.knownNames) draft.knownNames.add(name)
  draft.restatedSources = [...new Set([...draft.restatedSources, ...other.restatedSources])]
}

/** Builds one company from several finished drafts. */
export function mergeDrafts(drafts: readonly CompanyDraft[], industries: Industries): CompanyDraft {
  const parts = drafts.toSorted(strongestFirst)
  const [leading] = parts
  if (leading === undefined) throw new Error('A company deps a part')
  const created = Math.min(...parts.map((part) => part.row.created_at))
  const { id, is_demo } = leading.row
  const whole = newDraft({ id, is_demo, created_at: created, matched_by: 'name' })
  for (const part of parts) merge(whole, part)
  finishDraft(whole, industries)
  return whole
}

export function draftsByKeys(row: CompanyStatements, companies: LoadedCompanies): CompanyDraft[] {
  const found = new Set(companies.withRegistrationNumber(row.registrationNumber))
  for (const draft of [companies.withCreditCode(row.creditCode), companies.withKey(row.sourceKey)]) {
    if (draft !== undefined) found.add(draft)
  }
  return [...found]
}

/** Whether the row states a code, key or name that the draft does not have. */
export function addsKeyOrName(
  { creditCode, registrationNumber, sourceKey, nameKey }: CompanyStatements,
  { row, keys, knownNames }: CompanyDraft,
): boolean {
  if (nameKey !== null && nameKey !== '' && !knownNames.has(nameKey)) return true
  if (creditCode !== null && creditCode !== row.credit_code) return true
  if (registrationNumber !== null && registrationNumber !== row.registration_number) return true
  return sourceKey !== null && !keys.has(sourceKey)
}

/** Whether a code of the row differs from the code of the draft that has the row's source key. */
export const rowConflicts = ({ creditCode, registrationNumber }: CompanyStatements, { row }: CompanyDraft) =>
  differ(creditCode, row.credit_code) || differ(registrationNumber, row.registration_number)

export const sharesName = (a: CompanyDraft, b: CompanyDraft) =>
  [...a.knownNames].some((nameKey) => b.knownNames.has(nameKey))

/** Whether the short name of the stock stands for a full name that no source states. */
export const isWithoutFullName = ({ row }: CompanyDraft) =>
  row.short_name !== null && row.name_key === keyOfName(row.short_name)

/** Keys of the names beside the full name by which a row identifies a company without full name. */
export function otherNameKeys({ nameKey: own, statements }: CompanyStatements): string[] {
  if (own === null) return []
  const keys = new Set<string>()
  for (const { facts: stated, names } of statements) {
    for (const { columns } of stated)
      if (typeof columns.short_name === 'string') keys.add(keyOfName(columns.short_name))
    for (const { value } of names) keys.add(keyOfName(value))
  }
  keys.delete(own)
  return [...keys]
}

/** Digits to base 32 without i, l, o and u. The first eighteen are also those of `toString`. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
/** 16 letters: no collision is expected among 60 million companies. */
const BITS = 80

/**
 * Id of a company from its first stable key. The same key gives the same id on every machine, so that a repeated or
 * resumed import finds the same company. Ids cannot be enumerated.
 */
export function companyIdFrom(scheme: string, key: string): string {
  const digest = hash('sha256', `baiqicha company\n${scheme}\n${key}`)
  const digits = BigInt(`0x${digest.slice(0, BITS / 4)}`).toString(32)
  const id = digits.padStart(BITS / 5, '0').replaceAll(/[i-v]/g, (digit) => letters.charAt(Number.parseInt(digit, 32)))
  return `c${id}`
}

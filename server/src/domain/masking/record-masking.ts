import {
  type Amount,
  type FieldValue,
  type Party,
  type Passage,
  partyTypes,
  type RecordEvent,
  type RecordFields,
  textOf,
} from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { isCreditCode } from '../company/credit-code.ts'
import { readContactValue } from '../contacts/contact-value.ts'
import { withoutPersonalData } from '../records/dropped-text.ts'
import { partiesIn } from '../records/parties.ts'
import { isPersonName } from '../records/person-name.ts'
import { isIdentityNumber, maskCertificate, maskContactsIn, maskNumbersIn } from './masking.ts'
import { createPersonMasks, type PersonMasks } from './person-mask.ts'

/** Kinds that restrict a person in an office, whose name is shown (征信业管理条例 art. 13). */
const offices = ['法定代表人', '主要负责人', '实际控制人']

export type MaskedRecord = {
  fields: RecordFields
  /** Masks any other text of the record, such as the reason of its removal or the note of a decision. */
  text: (text: string | null) => string | null
}

/**
 * A record for output (PRODUCT B0): natural persons without an office by surname, in every field; identity and mobile
 * numbers masked. The only place where records are masked, for lists and details. `wanted`: fields to return; all
 * fields are searched for names.
 */
export function maskRecord(
  kind: RecordKind,
  fields: RecordFields,
  wanted: readonly string[] = Object.keys(kind.fields),
): MaskedRecord {
  const people = createPersonMasks(Object.keys(kind.fields).flatMap((name) => peopleIn(kind, fields, name)))
  const masked: RecordFields = {}
  for (const name of wanted) masked[name] = maskField(kind, fields, name, people)
  return { fields: masked, text: (text) => (text === null ? null : maskText(text, people)) }
}

/** Names of natural persons without an office in a field. */
function peopleIn(kind: RecordKind, fields: RecordFields, name: string): string[] {
  const value = fields[name]
  if (kind.fields[name]?.type === 'parties')
    return partiesIn(value).flatMap((party) => (isPerson(party) ? party.name : []))
  return typeof value === 'string' && namesPerson(kind, fields, name) ? [value] : []
}

const isPerson = ({ name, type }: Party) =>
  type === partyTypes.person || (/\p{Script=Han}/u.test(name) && isPersonName(name))

/** Whether a field of type name contains a natural person without an office. */
function namesPerson(kind: RecordKind, fields: RecordFields, name: string): boolean {
  const value = textOf(fields, name)
  if (kind.fields[name]?.type !== 'name' || value === null) return false
  if (name === 'restrictedPerson') return !offices.includes(textOf(fields, 'restrictedRole') ?? '')
  if (name === 'name' && textOf(fields, 'subjectType') === '自然人') return true
  const code = textOf(fields, codeFieldOf(kind, name) ?? '') ?? ''
  return isPersonName(value) && (!isCreditCode(code) || isIdentityNumber(code))
}

/** The field with the code of the company that a name field names. */
function codeFieldOf(kind: RecordKind, name: string): string | null {
  const subject = kind.subjects.find((of) => of.by === 'field' && of.name === name)
  return kind.linkedNames?.[name] ?? (subject?.by === 'field' ? (subject.code ?? null) : null)
}

/** Whether a line is exactly the name of a company, which is never masked in part. */
const namesCompany = (kind: RecordKind, name: string, value: string) =>
  (kind.linkedNames?.[name] !== undefined || kind.subjects.some((of) => of.by === 'field' && of.name === name)) &&
  !isPersonName(value) &&
  !/[\s，,。；;：:]/.test(value)

/** Data that the import drops are dropped here again, whatever path stored them. */
const maskText = (text: string, people: PersonMasks) => maskNumbersIn(withoutPersonalData(people.text(text)))

/** Landlines stay whole, which other texts lose. A text that is no contact is masked like any other. */
const maskContact = (value: string, people: PersonMasks) =>
  maskContactsIn(readContactValue(value) === value ? value : maskText(value, people))

function maskField(kind: RecordKind, fields: RecordFields, name: string, people: PersonMasks): FieldValue {
  const value = fields[name] ?? null
  const type = kind.fields[name]?.type
  if (typeof value === 'string') {
    if (type === 'date' || type === 'dateTime') return value
    if (type === 'link') return safeLink(value)
    if (type === 'certificate') return maskCertificate(value)
    if (type === 'contact') return maskContact(value, people)
    if (type === 'officer') return maskNumbersIn(value)
    if (type === 'name') return maskNumbersIn(namesPerson(kind, fields, name) ? people.name(value) : value)
    return namesCompany(kind, name, value) ? maskNumbersIn(value) : maskText(value, people)
  }
  if (Array.isArray(value)) return maskList(value, people)
  return isAmount(value) ? { value: value.value, unit: maskText(value.unit, people) } : value
}

const isAmount = (value: FieldValue): value is Amount =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function maskList(list: readonly (string | Party | Passage | RecordEvent)[], people: PersonMasks): FieldValue {
  const text = (of: string) => maskText(of, people)
  const texts: string[] = []
  const parties: Party[] = []
  const passages: Passage[] = []
  const events: RecordEvent[] = []
  for (const item of list) {
    if (typeof item === 'string') texts.push(text(item))
    else if ('role' in item) {
      parties.push({
        type: item.type,
        // A stored party has a subject key; the linking step replaces it by a company id.
        cid: null,
        role: text(item.role),
        name: maskNumbersIn(isPerson(item) ? people.name(item.name) : item.name),
        statement: item.statement === null ? null : text(item.statement),
      })
    } else if ('title' in item) passages.push({ title: text(item.title), text: text(item.text) })
    else events.push({ date: item.date, content: text(item.content) })
  }
  return [texts, parties, passages, events].find((of) => of.length > 0) ?? []
}

/** Only http and https links, and only those without personal numbers. */
const safeLink = (link: string) => (/^https?:\/\//i.test(link) && maskNumbersIn(link) === link ? link : null)

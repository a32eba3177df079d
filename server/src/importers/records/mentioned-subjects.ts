import { caseIdentityOf } from '@baiqicha/contract/records/case-words'
import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { isCreditCode } from '../../domain/company/credit-code.ts'
import { numberKeyOf } from '../../domain/contacts/contact-value.ts'
import { isIdentityNumber } from '../../domain/masking/masking.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import { holdingKeyOf, partiesIn } from '../../domain/records/parties.ts'
import { isPersonName, personSubjectKey, SOURCE_PERSON_MARK } from '../../domain/records/person-name.ts'
import { type MentionedSubject, subjectKeyOf } from '../../records/subject-rows.ts'

/** A subject of a record. `name` is the normalised name stated together with a code; null for none. */
export type RecordSubject = { key: string; identity: string | null; name: string | null }

/** The company that the columns beside the fields state. */
export type StatedCompany = MentionedSubject

/** A valid code of an organisation; null for anything else, and for the number of a natural person. */
export function creditCodeOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const code = value.trim().toUpperCase()
  return isCreditCode(code) && !isIdentityNumber(code) ? code : null
}

/** null for a natural person, and when nothing is stated. */
export function subjectOf(mentioned: MentionedSubject): { key: string; name: string | null } | null {
  const byName = mentioned.name === null ? '' : nameKey(mentioned.name)
  const isNamed = byName !== '' && mentioned.name !== null && !isPersonName(mentioned.name)
  const key = subjectKeyOf({ ...mentioned, name: isNamed ? mentioned.name : null })
  if (key === null) return null
  return { key, name: isNamed && !key.startsWith('n:') ? byName : null }
}

const ofParties = (fields: RecordFields, field: string): RecordSubject[] =>
  partiesIn(fields[field]).flatMap(({ cid, role, name }) =>
    cid === null
      ? []
      : [{ key: cid, identity: caseIdentityOf(role), name: cid.startsWith('n:') ? null : nameKey(name) }],
  )

type SubjectByField = MentionedSubject & { identity: string | null }

const sameName = (mentioned: MentionedSubject, about: StatedCompany) =>
  mentioned.name !== null && (about.name === null || nameKey(mentioned.name) === nameKey(about.name))

/** Adds the codes of the columns to the subject of the same name, or adds the columns as another subject. */
function withColumns(byField: readonly SubjectByField[], about: StatedCompany | null): SubjectByField[] {
  if (about === null) return [...byField]
  const same = byField.find((one) => sameName(one, about) && (one.name === null || !isPersonName(one.name)))
  if (
    same === undefined ||
    (same.creditCode !== null && about.creditCode !== null && same.creditCode !== about.creditCode)
  )
    return [...byField, { ...about, identity: null }]
  const { identity } = same
  const merged = {
    identity,
    name: same.name,
    creditCode: same.creditCode ?? about.creditCode,
    registrationNumber: about.registrationNumber,
  }
  return byField.map((one) => (one === same ? merged : one))
}

/** Position in the kind's list of identities; a smaller one counts more, as 被告 before all others. */
function rankIn({ identities = [] }: RecordKind, identity: string | null): number {
  const at = identity === null ? -1 : identities.indexOf(identity)
  return at === -1 ? identities.length : at
}

/** The key of its number, with the company that publishes it. It never leads to a company. */
function byNumber({ numberField }: RecordKind, fields: RecordFields, company: string | null): RecordSubject[] {
  const value = numberField === undefined ? null : textOf(fields, numberField)
  return value === null ? [] : [{ key: numberKeyOf(value), identity: company, name: null }]
}

/** The key of the other company of a holding. It never leads to the lists of that company. */
const byHolding = ({ isHolding, linkedNames = {} }: RecordKind, fields: RecordFields): RecordSubject[] =>
  Object.entries(isHolding === true ? linkedNames : {}).flatMap(([field, codeField]) => {
    const [name, code] = [textOf(fields, field), codeField === null ? null : textOf(fields, codeField)]
    const key = name === null ? null : holdingKeyOf({ name, code })
    return key === null ? [] : [{ key, identity: null, name: null }]
  })

/** All subjects of a record, each once, with the identity that counts most. */
export function subjectsOf(kind: RecordKind, fields: RecordFields, about: StatedCompany | null): RecordSubject[] {
  const byField: SubjectByField[] = []
  const found: RecordSubject[] = []
  let columns: StatedCompany | null = null
  for (const subject of kind.subjects) {
    if (subject.by === 'columns') columns = about
    else if (subject.by === 'parties') found.push(...ofParties(fields, subject.field))
    else {
      const name = textOf(fields, subject.name)
      const creditCode = subject.code === undefined ? null : creditCodeOf(fields[subject.code])
      if (name === null && creditCode === null) continue
      byField.push({ name, creditCode, registrationNumber: null, identity: subject.identity ?? null })
    }
  }
  for (const mentioned of withColumns(byField, columns)) {
    const subject = subjectOf(mentioned)
    if (subject !== null) found.push({ ...subject, identity: mentioned.identity })
  }
  const person = personSubjectKey(kind.searchedPerson?.(fields) ?? '')
  if (person !== null) found.push({ key: person, identity: null, name: null })
  const identified = textOf(fields, 'personKey')
  if (identified !== null) found.push({ key: `${SOURCE_PERSON_MARK}${identified}`, identity: null, name: null })
  found.push(...byNumber(kind, fields, found[0]?.key ?? null), ...byHolding(kind, fields))
  return found.length < 2 ? found : deduplicated(kind, found)
}

function deduplicated(kind: RecordKind, found: readonly RecordSubject[]): RecordSubject[] {
  const byKey = new Map<string, RecordSubject>()
  for (const subject of found) {
    const existing = byKey.get(subject.key)
    const isFirst = existing === undefined || rankIn(kind, subject.identity) < rankIn(kind, existing.identity)
    if (isFirst) byKey.set(subject.key, { ...subject, name: subject.name ?? existing?.name ?? null })
  }
  return [...byKey.values()]
}

/** Whether the row states any subject. A natural person counts, though never linked. */
export function statesSubject(kind: RecordKind, fields: RecordFields, about: StatedCompany | null): boolean {
  return kind.subjects.some((subject) => {
    if (subject.by === 'columns') return about !== null
    if (subject.by === 'parties') return partiesIn(fields[subject.field]).length > 0
    return textOf(fields, subject.name) !== null
  })
}

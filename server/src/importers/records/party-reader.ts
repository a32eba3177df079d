import { type Party, type PartyType, partyTypes } from '@baiqicha/contract/records/fields'
import { nameKey } from '../../domain/names/company-name.ts'
import { withoutPersonalData } from '../../domain/records/dropped-text.ts'
import { isPersonName, partyTypeOf } from '../../domain/records/person-name.ts'
import { ParseFailure, partyName, readLine, trimmedOrUndefined } from '../file/value-readers.ts'
import { creditCodeOf, subjectOf } from './mentioned-subjects.ts'

const LIST = 500
/** Role of a party when the source states none. */
const NO_ROLE = '当事人'

const typeWords = new Map<unknown, PartyType>([
  ['1', partyTypes.company],
  ['2', partyTypes.person],
  ['3', partyTypes.institution],
  ['企业', partyTypes.company],
  ['公司', partyTypes.company],
  ['个人', partyTypes.person],
  ['自然人', partyTypes.person],
  ['机构', partyTypes.institution],
])

type StatedParty = { role: unknown; name: unknown; type: unknown; creditCode: unknown; statement: unknown }

const statedParty = (one: object): StatedParty => ({
  role: Reflect.get(one, 'role'),
  name: Reflect.get(one, 'name'),
  type: Reflect.get(one, 'type'),
  creditCode: Reflect.get(one, 'creditCode'),
  statement: Reflect.get(one, 'statement'),
})

/** Parses 角色:名称|信用代码. */
function partyInText(text: string): StatedParty {
  const [, role, rest = ''] = /^(?:([^:：|]{1,20})[:：])?(.*)$/s.exec(text) ?? []
  const [name, creditCode] = rest.split('|')
  return { role, name, type: undefined, creditCode, statement: undefined }
}

function statedParties(value: unknown): StatedParty[] | ParseFailure {
  if (typeof value === 'string') {
    const parts = value.split(/[;；\n]/).filter((part) => part.trim() !== '')
    return parts.length > LIST ? new ParseFailure(`超过 ${LIST} 项`) : parts.map((part) => partyInText(part.trim()))
  }
  if (!Array.isArray(value) || value.length > LIST) {
    return new ParseFailure(`应为当事人的列表，至多 ${LIST} 项`)
  }
  const parties: StatedParty[] = []
  for (const one of value) {
    if (typeof one !== 'object' || one === null) return new ParseFailure('应为 {role, name} 的列表')
    parties.push(statedParty(one))
  }
  return parties
}

function readParty({ role, name, type, creditCode, statement }: StatedParty): Party | ParseFailure {
  const written = partyName(trimmedOrUndefined(name))
  if (written instanceof ParseFailure) return new ParseFailure('当事人没有名称')
  const part = readLine(trimmedOrUndefined(role) ?? NO_ROLE)
  if (part instanceof ParseFailure) return part
  const stated = trimmedOrUndefined(statement)
  const read = stated === undefined ? null : readLine(stated)
  if (read instanceof ParseFailure) return read
  const cleanName = withoutPersonalData(written)
  const typed = typeWords.get(trimmedOrUndefined(type)) ?? partyTypeOf(cleanName)
  const code = creditCodeOf(trimmedOrUndefined(creditCode))
  const isPerson = typed === partyTypes.person || (code === null && isPersonName(cleanName))
  return {
    role: withoutPersonalData(part),
    name: cleanName,
    type: typed,
    cid: isPerson ? null : (subjectOf({ creditCode: code, registrationNumber: null, name: cleanName })?.key ?? null),
    statement: read === null ? null : withoutPersonalData(read),
  }
}

/** Gives all parties of one name the code that any of them states. */
function underOneKey(parties: readonly Party[]): Party[] {
  const codes = new Map<string, string>()
  for (const { name, cid } of parties) if (cid?.startsWith('c:') === true) codes.set(nameKey(name), cid)
  if (codes.size === 0) return [...parties]
  return parties.map((party) =>
    party.cid?.startsWith('n:') === true ? { ...party, cid: codes.get(nameKey(party.name)) ?? party.cid } : party,
  )
}

/** Reads parties from a list of objects, or from a text 角色:名称|信用代码；… */
export function readParties(value: unknown): Party[] | ParseFailure {
  const all = statedParties(value)
  if (all instanceof ParseFailure) return all
  const parties: Party[] = []
  for (const one of all) {
    const party = readParty(one)
    if (party instanceof ParseFailure) return party
    parties.push(party)
  }
  return underOneKey(parties)
}

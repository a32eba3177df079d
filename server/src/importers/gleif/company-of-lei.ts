import { isCreditCode, isRegistrationNumber } from '../../domain/company/credit-code.ts'
import type { TranslatedRow } from '../file/translate-table.ts'
import { type EntityName, LEGAL_NAME, type LeiRecord } from './lei-record.ts'

/** Funds, sole proprietors, states and international organisations are no companies of the register. */
const companyCategories = new Set(['', 'GENERAL', 'BRANCH'])
/** Records that are no longer, or not yet, those of an entity. */
const voidStatuses = new Set(['ANNULLED', 'DUPLICATE', 'CANCELLED', 'PENDING_VALIDATION', 'TRANSFERRED'])

/** Whether the record is one of a company of the mainland: those of 香港, 澳门 and 台湾 have other registers. */
export const isOfMainland = ({ country, category, registrationStatus }: LeiRecord) =>
  country === 'CN' && companyCategories.has(category) && !voidStatuses.has(registrationStatus)

const isChinese = (text: string) =>
  /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
const legalTypes = new Set([LEGAL_NAME, 'ALTERNATIVE_LANGUAGE_LEGAL_NAME'])
const isLegal = ({ type }: EntityName) => legalTypes.has(type)

/** The Chinese legal name; undefined for none. */
const chineseName = ({ names }: LeiRecord) => names.find((name) => isLegal(name) && isChinese(name.text))?.text

/** The name that a reader of Chinese knows: the Chinese legal name, else the legal name as registered. */
export const shownName = (record: LeiRecord): string | undefined => chineseName(record) ?? record.names[0]?.text

const englishName = ({ names }: LeiRecord) =>
  names.find((name) => isLegal(name) && /^en\b/i.test(name.language) && !isChinese(name.text))?.text

const BEIJING_MS = 8 * 3_600_000

/** The day in China of an instant such as 2024-05-02T16:00:00Z; undefined for none and for what is no instant. */
export function beijingDay(instant: string): string | undefined {
  const at = Date.parse(instant)
  return Number.isNaN(at) ? undefined : new Date(at + BEIJING_MS).toISOString().slice(0, 10)
}

function addressOf({ city, addressLines }: LeiRecord): string | undefined {
  const address = addressLines.join('')
  if (!isChinese(address)) return undefined
  return /[省市区县]/.test(address) || !isChinese(city) ? address : `${city}${address}`
}

/** An active entity is 存续 while its record is renewed; one that is dissolved is 注销. Nothing else is a registration status. */
function statusOf({ status, registrationStatus, expirationReason }: LeiRecord): string | undefined {
  if (status === 'ACTIVE') return registrationStatus === 'ISSUED' ? '存续' : undefined
  return status === 'INACTIVE' && expirationReason === 'DISSOLVED' ? '注销' : undefined
}

const list = (names: readonly string[]) => (names.length === 0 ? undefined : names)

/** The facts of a record in the columns of the canonical format. Values that are not valid there are left out. */
export function companyOfLei(record: LeiRecord): TranslatedRow {
  const code = record.registeredAs.replaceAll(/[\s-]/g, '').toUpperCase()
  const name = chineseName(record)
  const namesOf = (type: string) =>
    record.names.flatMap((other) => (other.type === type && isChinese(other.text) ? [other.text] : []))
  return {
    sourceKey: record.lei,
    asOf: beijingDay(record.updatedAt),
    name,
    creditCode: isCreditCode(code) ? code : undefined,
    registrationNumber: isRegistrationNumber(code) ? code : undefined,
    nameEnglish: englishName(record),
    lei: record.lei,
    // The canonical format divides a former name from its dates by `@`.
    formerNames: list(namesOf('PREVIOUS_LEGAL_NAME').filter((former) => former !== name && !former.includes('@'))),
    aliases: list(namesOf('TRADING_OR_OPERATING_NAME')),
    status: statusOf(record),
    foundedOn: beijingDay(record.createdAt),
    address: addressOf(record),
  }
}

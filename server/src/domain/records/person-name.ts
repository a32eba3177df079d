import { fitsIdentityCheck } from '@baiqicha/contract/certificate-checks'
import { isPersonName } from '@baiqicha/contract/person-name'
import { type PartyType, partyTypes } from '@baiqicha/contract/records/fields'
import { isIdentityNumber, maskCertificate, maskIdentityNumber } from '../masking/masking.ts'

export { isPersonName }

const institution =
  /(?:法院|检察院|政府|委员会|[局厅署]|派出所|大队|支队|总队|监狱|大学|学院|学校|中学|小学|幼儿园|医院|协会|学会|商会|工会|联合会|基金会|居委会|村委会|研究院|街道办事处|管理处)$/

/** Type of a party by its name: 1 企业, 2 个人, 3 机构. */
export function partyTypeOf(name: string): PartyType {
  if (isPersonName(name)) return partyTypes.person
  return institution.test(name.trim()) ? partyTypes.institution : partyTypes.company
}

/** A person's name for comparison: without differences in width, spaces, inner dots and invisible characters. */
export const personKey = (name: string) =>
  name.normalize('NFKC').replace(/[\s·•‧・\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')

const isMasked = (name: string) => /[某*＊×○]/u.test(name)

export const PERSON_MARK = 'p:'
/** Subject key of a person identified by one source, whatever the name. */
export const SOURCE_PERSON_MARK = 'k:'

/**
 * Subject key of a natural person by full name. The search for persons alone reads it: it never leads to a company. null
 * for a name that the source has masked.
 */
export function personSubjectKey(name: string): string | null {
  const key = personKey(name)
  return key === '' || isMasked(key) ? null : `${PERSON_MARK}${key}`
}

/** What distinguishes listings of persons with the same name. Both are stored with the subject key of the person. */
export type ListingMarks = {
  /** Visible ends of the masked certificate number, as in 990101 1234; empty: none is stated. */
  certificate: string
  /** As in 广东; empty: none is stated. */
  province: string
}

/** A value within `|name=value|`. */
const storable = (value: string) => value.replace(/[|=\s]+/gu, ' ').trim()

/** Name of a province without 省, 市 or 自治区, as people and sources write it. */
export const provinceKey = (province: string) =>
  storable(province.normalize('NFKC')).replace(/(?:特别行政区|(?:维吾尔|壮族|回族)?自治区|省|市)$/u, '')

/** Visible ends of a certificate number, however much of its middle is masked; empty for an unreadable one. */
export function certificateEnds(written: string): string {
  const number = written.normalize('NFKC').replace(/[\s-]/gu, '').toUpperCase()
  const masked = number.includes('*') ? number : maskCertificate(number)
  const [start = '', ...rest] = masked.split(/\*+/u)
  const end = rest.at(-1)
  return end === undefined ? storable(start) : storable(`${start.slice(0, 6)} ${end.slice(-4)}`)
}

export const listingMarksOf = (fields: { certNo: string | null; province: string | null }): ListingMarks => ({
  certificate: fields.certNo === null ? '' : certificateEnds(fields.certNo),
  province: fields.province === null ? '' : provinceKey(fields.province),
})

/** Value of `record_subject.facets` under the key of a person. */
export const listingFacets = ({ certificate, province }: ListingMarks): string =>
  `|certificate=${certificate}|province=${province}|`

export function parseListingFacets(facets: string): ListingMarks {
  const [, certificate = '', province = ''] = /^\|certificate=([^|]*)\|province=([^|]*)\|$/u.exec(facets) ?? []
  return { certificate, province }
}

/** A typed certificate number: `whole` as its visible ends, `last` four characters, or why it is neither. */
export type TypedCertificate = { type: 'whole' | 'last'; value: string } | { type: 'wrong' }

/** Reads a typed identity number and masks it at once: nothing keeps the whole number. */
export function readTypedCertificate(typed: string): TypedCertificate {
  const number = typed.normalize('NFKC').replace(/[\s-]/gu, '').toUpperCase()
  if (/^\d{3}[\dX]$/u.test(number)) return { type: 'last', value: number }
  if (/^\d{6}\*+\d{3}[\dX]$/u.test(number)) return { type: 'whole', value: certificateEnds(number) }
  const isWhole =
    number.length === 18 ? /^\d{17}[\dX]$/u.test(number) && fitsIdentityCheck(number) : isIdentityNumber(number)
  return isWhole ? { type: 'whole', value: certificateEnds(maskIdentityNumber(number)) } : { type: 'wrong' }
}

/** Whether a listing has the typed certificate number. */
export const hasCertificate = ({ certificate }: ListingMarks, typed: TypedCertificate): boolean =>
  typed.type === 'whole'
    ? certificate === typed.value
    : typed.type === 'last' && certificate.endsWith(` ${typed.value}`)

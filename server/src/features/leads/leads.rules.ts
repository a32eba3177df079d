import { parseMobile } from '@baiqicha/contract/account'
import { isLiveStatus } from '@baiqicha/contract/company-status'
import { contactTypeOf } from '@baiqicha/contract/records/contact/contact-type'
import { readContactValue } from '../../domain/contacts/contact-value.ts'
import { cleanKeyword, type Keyword } from '../../domain/names/keyword.ts'
import type { PublishedContact } from '../../records/company-contacts.ts'

/** What a typed keyword asks for. */
type LeadKeyword =
  /** Nothing was typed: the filters alone decide. */
  | { type: 'none' }
  /** Companies that publish this number today; in its normal form. */
  | { type: 'number'; number: string; isMobile: boolean }
  | { type: 'text'; keyword: Keyword }
  /** A sentence for the user. */
  | { type: 'refused'; message: string }

const EMPTY = '请输入企业名称、产品、行业或号码'
const SEVERAL = '一次只能查询一个号码'
const CUT_MOBILE = '手机号请输入完整的 11 位'

/** Digits of the shortest landline, and of the longest number with its area code. */
const SHORTEST = 7
const LONGEST = 12

const digitsOf = (text: string) => text.replace(/\D/g, '')
const isWholeNumber = (text: string) => digitsOf(text).length >= SHORTEST

/** Reads a keyword of 找商机. A number must be complete, and stand alone: a part of it would list strangers' numbers. */
export function readLeadKeyword(typed: string): LeadKeyword {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return { type: 'none' }
  const mobile = parseMobile(text)
  if (mobile !== null) return { type: 'number', number: mobile, isMobile: true }
  const keyword = cleanKeyword(text)
  if (keyword === null) return { type: 'refused', message: EMPTY }
  const written = keyword.text
  if (!/^[+\d\s().,;/|、-]+$/.test(written)) return { type: 'text', keyword }
  if (written.split(/[\s,;/|、]+/).filter(isWholeNumber).length > 1) return { type: 'refused', message: SEVERAL }
  const digits = digitsOf(written)
  if (/^1[3-9]\d{9}(?:0?1[3-9]\d{9})+$/.test(digits)) return { type: 'refused', message: SEVERAL }
  if (digits.length < SHORTEST) return { type: 'text', keyword }
  const number = readContactValue(written)
  if (typeof number === 'string') return { type: 'number', number, isMobile: contactTypeOf(number) === '手机' }
  if (digits.startsWith('1') && digits.length <= LONGEST) return { type: 'refused', message: CUT_MOBILE }
  return { type: 'text', keyword }
}

/** Months for which the number of an annual report may be dialled. */
const ANNUAL_REPORT_MONTHS = 24

export type DialledContact = Pick<PublishedContact, 'type' | 'state' | 'sources' | 'dispute'>
type Dial = {
  contact: DialledContact
  /** null: no source states it. */
  status: string | null
  /** YYYY-MM-DD. */
  today: string
}

/** The day `months` before `day`; both YYYY-MM-DD. A day beyond the end of that month sorts after it, which is enough. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const total = year * 12 + month - 1 - months
  const [ofYear, ofMonth] = [Math.floor(total / 12), (total % 12) + 1]
  return `${ofYear}-${String(ofMonth).padStart(2, '0')}${day.slice(7)}`
}

/**
 * Whether a mobile number may be dialled: the company published it for calls, recently, and it is in use. Hidden numbers
 * are not among the contacts of a company.
 */
export function mayDial({ contact, status, today }: Dial): boolean {
  const { type, state, sources, dispute } = contact
  if (type !== '手机' || state === '空号' || dispute !== null || status === null || !isLiveStatus(status)) return false
  const oldest = monthsBefore(today, ANNUAL_REPORT_MONTHS)
  return sources.some(({ category, date, year }) => {
    if (category === '官网') return true
    const published = date ?? (year === null ? null : `${year}-12-31`)
    return category === '年报' && published !== null && published >= oldest
  })
}

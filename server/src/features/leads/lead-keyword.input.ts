import { cleanKeyword, type Keyword } from '../../domain/keyword.ts'

/** What a typed keyword asks for. */
export type LeadKeyword =
  /** Nothing was typed: the filters alone decide. */
  | { type: 'none' }
  /** Companies that publish this number today; digits only. */
  | { type: 'number'; number: string; isMobile: boolean }
  | { type: 'text'; keyword: Keyword }
  /** A sentence for the user. */
  | { type: 'refused'; message: string }

const EMPTY = '请输入企业名称、产品、行业或号码'
const SEVERAL = '一次只能查询一个号码'
const CUT_MOBILE = '手机号请输入完整的 11 位'

/** Shortest landline, and longest number with its area code. */
const SHORTEST = 7
const LONGEST = 12

const digitsOf = (text: string) => text.replace(/\D/g, '')
const isWholeNumber = (text: string) => digitsOf(text).length >= SHORTEST
/**
 * Without the country code, with the 0 of an area code, and without the 0 that some write before a mobile number.
 */
function inlandOf(digits: string, isForeign: boolean): string {
  const local = digits.replace(isForeign ? /^(?:00)?86/ : /^86(?=1[3-9]\d{9}$)/, '')
  const isMobile = /^0?1[3-9]\d{9}$/.test(local)
  return isForeign && !isMobile && /^(?:10|2\d|[3-9]\d{2})\d{7,8}$/.test(local) ? `0${local}` : local.replace(/^0(?=1[3-9]\d{9}$)/, '')
}

/** Reads a keyword of 找商机. A number must be complete, and stand alone: a part of it would list strangers' numbers. */
export function readLeadKeyword(typed: string): LeadKeyword {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return { type: 'none' }
  const keyword = cleanKeyword(text)
  if (keyword === null) return { type: 'refused', message: EMPTY }
  const written = keyword.text
  if (!/^[+\d\s().,;/|、-]+$/.test(written)) return { type: 'text', keyword }
  if (written.split(/[\s,;/|、]+/).filter(isWholeNumber).length > 1) return { type: 'refused', message: SEVERAL }
  const isForeign = /^(?:\+|00)/.test(written)
  const number = inlandOf(digitsOf(written), isForeign)
  if (/^1[3-9]\d{9}(?:0?1[3-9]\d{9})+$/.test(number)) return { type: 'refused', message: SEVERAL }
  if (number.length < SHORTEST || number.length > LONGEST) return { type: 'text', keyword }
  const isMobile = /^1[3-9]\d{9}$/.test(number)
  if (number.startsWith('1') && !isMobile) return { type: 'refused', message: CUT_MOBILE }
  return { type: 'number', number, isMobile }
}

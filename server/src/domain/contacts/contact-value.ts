import { contactTypeOf } from '@baiqicha/contract/records/contact/contact-type'
import { isIdentityNumber, maskNumbersIn, splitAtMobiles } from '../masking/masking.ts'

/** Why a text is not one number, mailbox or web address. */
type ContactFlaw = { flaw: string }

const areaCode = String.raw`0(?:10|2\d|[3-9]\d{2})`
const leadingAreaCode = new RegExp(String.raw`^${areaCode}(?=\d{7,8}$)`)
const landline = new RegExp(String.raw`^(${areaCode})?([2-9]\d{6,7})$`)
const serviceNumber = /^(?:[48]00\d{7}|9[56]\d{3,6})$/
const mailbox = /^[\w.%+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/
const webAddress = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/iu
const extension = /(?:-|转|ext\.?|x)(\d{1,6})$/i
const addressWords = /[省市区县镇乡村路街巷弄号室楼栋幢]/

const withoutSigns = (text: string) => text.replace(/[\s().·-]/g, '')
/** Drops the country code, the 0 that some put before a mobile number, and adds the 0 that +86 leaves out. */
const inland = (digits: string) => {
  const local = digits.replace(/^(?:\+|00)?86(?=1\d{9,10}$|0\d{9,11}$|[2-9]\d{8,10}$)/, '')
  if (/^01[3-9]\d{9}$/.test(local)) return local.slice(1)
  return local !== digits && /^(?:10|2\d|[3-9]\d{2})\d{7,8}$/.test(local) && !/^1\d{10}$/.test(local)
    ? `0${local}`
    : local
}

/** As in 15400000001 or 0990-2345678-801; null when the text is no phone number. */
function publishedNumberOf(text: string): string | null {
  const [, inner = ''] = extension.exec(text) ?? []
  const candidates = inner === '' ? [text] : [text, text.replace(extension, '')]
  for (const [at, candidate] of candidates.entries()) {
    const digits = inland(withoutSigns(candidate))
    const end = at === 0 ? '' : `-${inner}`
    if (/^1[3-9]\d{9}$/.test(digits)) return end === '' ? digits : null
    const [, area, number] = landline.exec(digits) ?? []
    if (number !== undefined) return `${area === undefined ? '' : `${area}-`}${number}${end}`
    if (serviceNumber.test(digits)) return `${digits}${end}`
  }
  return null
}

const separators = /[、,;|/\n]+|\s+(?=[+\d(]{3})/u
/** Never within one number. */
const hardSeparators = /[、,;|\n]+/u
const partsOf = (text: string) =>
  text.split(separators).filter((part) => /\d{5}/.test(withoutSigns(part)) || part.includes('@'))

/**
 * One number, mailbox or web address in its normal form: full-width digits, +86, spaces and brackets make no
 * difference. Anything else is refused with the reason, so that no identity number or address is stored as a number.
 */
export function readContactValue(written: string): string | ContactFlaw {
  const text = written.normalize('NFKC').trim()
  if (/^(?:[=@]|[+-](?![\d\s(]))/.test(text)) return { flaw: '是公式，不是联系方式' }
  if (/\p{Extended_Pictographic}/u.test(text)) return { flaw: '含有表情符号' }
  const compact = withoutSigns(text).toUpperCase()
  if (/^(?:\d{17}[\dX]|\d{15})$/.test(compact) && isIdentityNumber(compact))
    return { flaw: '是身份证号码，不是联系方式' }
  const lower = text.toLowerCase()
  if (mailbox.test(lower)) return lower
  const phone = publishedNumberOf(text)
  if (phone !== null) return phone
  if (webAddress.test(text)) return maskNumbersIn(text) === text ? text : { flaw: '网址含有号码' }
  if (partsOf(text).length > 1 || compact.replace(/\D/g, '').length > 20) return { flaw: '一格只能有一个号码' }
  const [, identity = ''] = /(\d{17}[\dX]|\d{15})/.exec(compact) ?? []
  if (identity !== '' && isIdentityNumber(identity)) return { flaw: '是身份证号码，不是联系方式' }
  return { flaw: addressWords.test(text) ? '是地址，不是联系方式' : '不是电话号码、邮箱或网址' }
}

/** Marks keys of numbers, so that no other subject of a record has the same. */
export const NUMBER_MARK = 't:'

/** Key by which equal contacts are found: digits without the extension, the mailbox, or the host and path. */
export function numberKeyOf(value: string): string {
  const type = contactTypeOf(value)
  if (type === '邮箱') return `${NUMBER_MARK}${value.toLowerCase()}`
  if (type === '网址') {
    const bare = value
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
    return `${NUMBER_MARK}${bare.replace(/\/+$/, '')}`
  }
  return `${NUMBER_MARK}${value.replace(/-\d{1,6}$/, '').replaceAll('-', '')}`
}

/** Key of a typed or published number; null when the text is no contact. */
export function readNumberKey(written: string): string | null {
  const value = readContactValue(written)
  return typeof value === 'string' ? numberKeyOf(value) : null
}

/** Keys of the numbers in a cell of a register, which may hold several. */
export const numberKeysIn = (cell: string): string[] => contactsIn(cell).flatMap((text) => readNumberKey(text) ?? [])

type OwnFields = { phones: string; email: string | null; website: string | null }
/** A contact that the register data of a company state. */
export type OwnContact = { field: 'phones' | 'email' | 'website'; value: string }

const listIn = (json: string): unknown[] => {
  const list: unknown = json === '[]' ? [] : JSON.parse(json)
  return Array.isArray(list) ? list : []
}

/** Numbers that belong to a person, or to no telephone. */
const otherNumber = /(?:QQ|微信|we ?chat|邮编|身份证|证件|账号|帐号|卡号)\D{0,4}$/i
/** A number with what belongs to it: country code, brackets, extension. */
const phoneIn = /(?:\+|\b00)?[\d(][\d\s().·-]{3,}\d(?:\s*(?:转|ext\.?|x|-)\s*\d{1,6})?(?![\dA-Za-z])/gi

/** The landlines and service numbers in a text without mobile numbers. Words around them are dropped. */
function landlinesIn(text: string): string[] {
  return [...text.matchAll(phoneIn)].flatMap(({ 0: written, index }) => {
    if (otherNumber.test(text.slice(0, index)) || /[A-Za-z]$/.test(text.slice(0, index))) return []
    const candidates = typeof readContactValue(written) === 'string' ? [written] : written.split(/\s+|-(?=0\d{9})/)
    return candidates.flatMap((one) => (publishedNumberOf(one) === null ? [] : [one.trim()]))
  })
}

/** A number that its source has masked. */
const maskedByASource = /(?<![\d*])1[3-9]\d[*]{4}\d{4}(?!\d)/g

/**
 * The contacts in a cell, each as written: the cell itself when it is one, else its numbers, mailboxes and web addresses. A
 * text around them is dropped, and so is what cannot be read.
 */
export function contactsIn(cell: string): string[] {
  if (typeof readContactValue(cell) === 'string') return [cell]
  const text = cell.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return text.split(hardSeparators).flatMap((part) => {
    if (typeof readContactValue(part) === 'string') return [part.trim()]
    if (part.includes('@')) return part.split(/[\s/]+/).filter((one) => typeof readContactValue(one) === 'string')
    return splitAtMobiles(part).flatMap(({ before, mobiles }) => [
      ...(before.match(maskedByASource) ?? []),
      ...landlinesIn(before),
      ...mobiles,
    ])
  })
}

/** The contacts in the own fields of a company; a cell of a register may hold several numbers. */
export function ownContactsOf({ phones, email, website }: OwnFields): OwnContact[] {
  const written = [
    ...listIn(phones).flatMap((phone) =>
      typeof phone === 'string' ? contactsIn(phone).map((text) => ['phones', text] as const) : [],
    ),
    ...(email === null ? [] : contactsIn(email).map((text) => ['email', text] as const)),
    ...(website === null ? [] : contactsIn(website).map((text) => ['website', text] as const)),
  ]
  const found = new Map<string, OwnContact>()
  for (const [field, text] of written) {
    const value = readContactValue(text)
    if (typeof value !== 'string') continue
    const key = numberKeyOf(value)
    if (!found.has(key)) found.set(key, { field, value })
  }
  return [...found.values()]
}

/** 7 digits are the shortest phone number, 15 the longest (E.164). */
const isNumber = (digits: string) => /^\d{7,15}$/.test(digits)

const digitsOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/^\s*(?:\+|00)/, '')
    .replace(/[\s().-]/g, '')

/** Digits of a typed phone number; null when the text is none. */
export function parsePhoneNumber(typed: string): string | null {
  const digits = digitsOf(typed).replace(/^86(?=1\d{10}$|0?[2-9]\d{8,10}$)/, '')
  return isNumber(digits) ? digits : null
}

/** Digits by which a published number is found: with and without its area code. */
export function phoneKeys(published: string): string[] {
  const digits = parsePhoneNumber(published)
  if (digits === null) return []
  const local = digits.replace(leadingAreaCode, '')
  return local === digits ? [digits] : [digits, local]
}

/** Sites that no company may name as its own, with the reason. Subdomains are meant too. */
const rejectedSites = {
  'sse.com.cn': '上海证券交易所',
  'see.com.cn': '上海证券交易所（错写）',
  'szse.cn': '深圳证券交易所',
  'bse.cn': '北京证券交易所',
  'neeq.com.cn': '全国股转系统',
  'hkex.com.hk': '香港交易所',
  'hkexnews.hk': '香港交易所披露易',
  'hkexnews.hk2021': '香港交易所披露易（错写）',
  'cninfo.com.cn': '巨潮资讯',
  'sseinfo.com': '上证信息',
  'p5w.net': '全景网',
  'cnstock.com': '上海证券报',
  'cs.com.cn': '中国证券报',
  'stcn.com': '证券时报',
  'zqrb.cn': '证券日报',
  'gov.cn': '政府网站',
  'jd.com': '电商平台',
  'taobao.com': '电商平台',
  'tmall.com': '电商平台',
  '1688.com': '电商平台',
  'alibaba.com': '电商平台',
  'pinduoduo.com': '电商平台',
  'made-in-china.com': '电商平台',
  'weibo.com': '社交平台',
  'weixin.qq.com': '社交平台',
  'linkedin.com': '社交平台',
  'baidu.com': '搜索引擎',
  'tianyancha.com': '企业查询网站',
  'qcc.com': '企业查询网站',
  'delta.com': '其他企业（达美航空）',
} as const satisfies Readonly<Record<string, string>>

const reasons: ReadonlyMap<string, string> = new Map(Object.entries(rejectedSites))

/** A site that more companies name belongs to none of them. */
export const MOST_COMPANIES_OF_SITE = 2

/** Host of a web address without www, in small letters; empty when the text has none. */
export const siteHost = (website: string): string =>
  website
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/*/u, '')
    .replace(/[/:?#;,\s].*$/u, '')
    .replace(/^www\./u, '')

/** Why a site cannot be that of a company; null: nothing is known against it. */
export function siteFlaw(website: string): string | null {
  const labels = siteHost(website).split('.')
  for (let at = 0; at < labels.length - 1; at += 1) {
    const reason = reasons.get(labels.slice(at).join('.'))
    if (reason !== undefined) return reason
  }
  return null
}

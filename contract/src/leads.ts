import * as z from 'zod/mini'
import { searchFilterShape, searchMarks, searchQueryShape } from './company-search.ts'
import { companyStatuses } from './company-status.ts'
import { companyListItemWire, companyRow, companySummarySchema, searchHitParts } from './company-summary.ts'
import { pageOf } from './envelope.ts'
import { keysOf } from './keys-of.ts'
import { contactCategories, contactStates, contactTypes } from './records/contact/contact-type.ts'
import { contactFilterKeys, DEFAULT_LEAD_STATUS, staffBandKeys } from './search-vocabulary.ts'

/** 找商机: companies and the numbers they publish (PRODUCT B13). */

const text = z.nullable(z.string())
const date = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))
const companyId = z.string().check(z.minLength(1), z.maxLength(64))
const contactId = z.string().check(z.minLength(1), z.maxLength(64))

const contactLabels = ['推荐', '疑似代理记账'] as const
export type ContactLabel = (typeof contactLabels)[number]

/** Companies with the same number from which it is labelled 疑似代理记账. */
export const AGENCY_COMPANIES = 10

const { region, industry, capital, age, listed } = searchFilterShape

export const leadSearchQuery = z.object({
  /** Company, product, trade, or one complete number; empty: filters only. */
  ...searchQueryShape,
  region,
  industry,
  capital,
  age,
  listed,
  status: z._default(z.enum([DEFAULT_LEAD_STATUS, ...companyStatuses]), DEFAULT_LEAD_STATUS),
  contact: z.optional(z.enum(contactFilterKeys)),
  staff: z.optional(z.enum(staffBandKeys)),
  /** 同号企业: companies with the number of this contact, a landline or a company mailbox. Excludes the keyword. */
  sameNumberAs: z.optional(contactId),
  /** Company of the contact. */
  companyId: z.optional(companyId),
})
export type LeadSearchQuery = z.infer<typeof leadSearchQuery>

/** Filters of 找商机, and the level of users that has them. The server refuses the others with `notInMembership`. */
export const leadFilters = {
  keyword: { name: '关键词', level: 'registered' },
  region: { name: '地区', level: 'registered' },
  industry: { name: '行业', level: 'registered' },
  status: { name: '登记状态', level: 'registered' },
  landline: { name: '有固话', level: 'registered' },
  mobile: { name: '有手机', level: 'vip' },
  email: { name: '有邮箱', level: 'vip' },
  age: { name: '成立年限', level: 'vip' },
  capital: { name: '注册资本', level: 'vip' },
  staff: { name: '人员规模', level: 'vip' },
  listed: { name: '上市状态', level: 'vip' },
} as const satisfies Readonly<Record<string, { name: string; level: 'registered' | 'vip' }>>
export type LeadFilter = keyof typeof leadFilters
export const leadFilterKeys = keysOf(leadFilters)

/** Companies whose contacts a user may open a day; one company counts once in 24 hours. */
export const REVEALS_PER_DAY = 30
export const DIALS_PER_DAY = 10
export const LEAD_EXPORT_ROWS = 1_000
export const LEAD_EXPORTS_PER_DAY = 3

const contactSummarySchema = z.object({
  mobileCount: z.int(),
  landlineCount: z.int(),
  emailCount: z.int(),
})
export type ContactSummary = z.infer<typeof contactSummarySchema>

/** Evidence of a contact. */
const contactSourceSchema = z.object({
  category: z.nullable(z.enum(contactCategories)),
  /** As in 2025 年度报告; the source's name where it states none. */
  name: z.string(),
  year: z.nullable(z.int()),
  date,
  url: text,
})
export type ContactSource = z.infer<typeof contactSourceSchema>

const firstContactSchema = z.nullable(
  z.object({
    type: z.enum(contactTypes),
    /** Mobile numbers are masked. */
    value: z.string(),
    source: contactSourceSchema,
    sameNumberCount: z.int(),
  }),
)

const leadParts = {
  ...searchHitParts,
  contactSummary: contactSummarySchema,
  firstContact: firstContactSchema,
  /** Newest date of the contacts; null: none is stated. */
  updatedAt: date,
}
const leadRowWire = z.extend(companyListItemWire, leadParts)
const leadRowSchema = z.extend(companySummarySchema, leadParts)
export type LeadRow = z.infer<typeof leadRowSchema>

const leadRowCodec = z.codec(leadRowWire, leadRowSchema, companyRow)

export const leadSearchAnswerSchema = z.extend(pageOf(leadRowCodec), {
  ...searchMarks,
  /** Whether a source of contacts is connected. If not, companies have only the contacts of their register data. */
  connected: z.boolean(),
  /** Newest date of the connected sources. */
  asOf: text,
  /** Whether the keyword was read as a number: rows are the companies that publish it. */
  byNumber: z.boolean(),
})
export type LeadSearchAnswer = z.output<typeof leadSearchAnswerSchema>

const contactRowSchema = z.object({
  id: contactId,
  type: z.enum(contactTypes),
  /** Mobile numbers are masked; mailboxes too, unless at the company's own domain. */
  value: z.string(),
  /** As in 杨**; null: not stated. */
  contactName: text,
  positions: z.array(z.string()),
  /** Newest first. */
  sources: z.array(contactSourceSchema).check(z.minLength(1)),
  sourceCount: z.int(),
  state: z.enum(contactStates),
  labels: z.array(z.enum(contactLabels)),
  /** Companies with a current contact of this value, this one included. */
  sameNumberCount: z.int(),
  /** Whether 同号企业 may be listed: landlines and company mailboxes. */
  canListSameNumber: z.boolean(),
  area: text,
  /** Only if a source states it. */
  operator: text,
  /** Newest date of the sources. */
  updatedAt: date,
  /** Whether 拨打 of a mobile is offered now. */
  canDial: z.boolean(),
  dispute: z.nullable(z.object({ since: z.string() })),
})
export type ContactRow = z.infer<typeof contactRowSchema>

export const leadDetailQuery = z.object({ id: companyId })
export const leadDetailSchema = z.object({
  company: companySummarySchema,
  address: text,
  connected: z.boolean(),
  asOf: text,
  contacts: z.array(contactRowSchema),
  contactSummary: contactSummarySchema,
  /** Companies whose contacts the user may still open today. */
  revealsLeft: z.int(),
  /** Whether this opening was free: the same company within 24 hours. */
  isRepeated: z.boolean(),
  /** Whether the operator allows 拨打 of mobiles. */
  canDialMobiles: z.boolean(),
  dialsLeft: z.int(),
})
export type LeadDetail = z.infer<typeof leadDetailSchema>

export const dialBody = z.object({ companyId, contactId })
/** The only answer with a whole mobile number; used for `tel:` at once and never rendered. */
export const dialSchema = z.object({ number: z.string(), dialsLeft: z.int() })

const short = z.string().check(z.maxLength(64))
/** 隐藏号码, and its undo: the owner proves the number by an SMS code of the scene `hideNumber`. */
export const hideNumberBody = z.object({ mobile: short, smsCode: short })
export const hideNumberSchema = z.object({ hidden: z.boolean() })

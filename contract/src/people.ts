import * as z from 'zod/mini'
import { provenanceSchema, recordCountsSchema } from './company-detail.ts'
import { pageOf, pagingQuery } from './envelope.ts'
import { recordKindKeys } from './records/kind-table.ts'

/** 失信被执行人 (PRODUCT B14), and a person at a company. */

const text = z.nullable(z.string())
const date = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))
const id = z.string().check(z.minLength(1), z.maxLength(64))

export const debtorTypes = ['企业', '自然人'] as const
export type DebtorType = (typeof debtorTypes)[number]

/** Groups above which a search of a person asks for the province or certificate instead of paging. */
export const PERSON_GROUP_LIMIT = 100

/** POST, so that no address and no log contains the certificate number. */
export const debtorSearchBody = z.object({
  /** A person's full name; for companies at least two characters of a name, or a code. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  subjectType: z.enum(debtorTypes),
  /** Identity number, masked on arrival, or organisation code; empty: any. */
  certNo: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
  /** As in 广东; empty: all. */
  province: z._default(z.string().check(z.trim(), z.maxLength(20)), ''),
  view: z._default(z.enum(['current', 'history']), 'current'),
  ...pagingQuery,
})
export type DebtorSearchBody = z.input<typeof debtorSearchBody>

const debtorRecordSchema = z.object({
  id: z.string(),
  /** Page of the company for which the record is shown; null: a person, or no known company. */
  companyId: text,
  caseNo: text,
  court: text,
  province: text,
  filedDate: date,
  publishDate: date,
  performance: text,
  conduct: text,
  isDisputed: z.boolean(),
  removedAt: date,
  isDemo: z.boolean(),
  source: provenanceSchema,
})
export type DebtorRecord = z.infer<typeof debtorRecordSchema>

/** Records of one name and one certificate. Records of persons without certificate are groups of their own. */
const debtorGroupSchema = z.object({
  /** As typed for a person; a company's own name. */
  name: z.string(),
  subjectType: z.enum(debtorTypes),
  /** Masked for persons; null: not stated. */
  certNoMasked: text,
  /** Only if the source publishes them. */
  sex: text,
  age: z.nullable(z.int()),
  /** Newest first. */
  records: z.array(debtorRecordSchema).check(z.minLength(1)),
})
export type DebtorGroup = z.infer<typeof debtorGroupSchema>

export const debtorSearchAnswerSchema = z.extend(pageOf(debtorGroupSchema), {
  /** Whether sources cover every company that was searched, or every person: only then no listing means none. */
  connected: z.boolean(),
  /** Newest date of these sources. */
  asOf: text,
  /** Groups of both views under the name alone, without certificate and province. */
  groupsOfName: z.object({ current: z.int(), history: z.int() }),
  /** Too many groups: the list is empty until province or certificate is given. */
  needsNarrowing: z.boolean(),
  /** The company's name that was searched instead of the typed text; absent when the text itself was. */
  usedKeyword: z.optional(z.string()),
})
export type DebtorSearchAnswer = z.infer<typeof debtorSearchAnswerSchema>

/** A person is addressed by a record of the company, or by the office of the legal representative; never by a name. */
export const personDetailQuery = z.object({
  companyId: id,
  recordId: z.optional(id),
  role: z.optional(z.enum(['legalRepresentative'])),
})

export const personDetailSchema = z.object({
  company: z.object({ id: z.string(), name: z.string(), isDemo: z.boolean() }),
  name: z.string(),
  /** Offices and shareholdings at this company, current ones first, each with its source. */
  positions: z.array(
    z.object({
      /** 法定代表人, 主要人员 or 股东. */
      kind: z.enum(['legalRepresentative', 'keyPerson', 'shareholderInfo']),
      /** As in 董事长 or 持股 35.00%. */
      title: z.string(),
      /** Labelled values: 任职日期, 认缴出资额 … */
      rows: z.array(z.object({ label: z.string(), value: z.string() })),
      isCurrent: z.boolean(),
      source: provenanceSchema,
    }),
  ),
  /** Records of this company that name the person in an office, counted as their lists count. */
  counts: z.partialRecord(z.enum(recordKindKeys), recordCountsSchema),
  records: z.array(
    z.object({
      recordKind: z.enum(recordKindKeys),
      id: z.string(),
      title: z.string(),
      /** Office in which the record names the person. */
      role: text,
      publishedAt: date,
      view: z.enum(['current', 'disputed', 'history']),
      hasDetail: z.boolean(),
    }),
  ),
  /** Of the kinds whose records name persons in an office, whether sources cover all, some or none for the company. */
  recordCoverage: z.optional(z.enum(['all', 'some', 'none'])),
  /** Other companies of the same person: only those of a source with its own key of persons. */
  otherCompanies: z.array(
    z.object({
      companyId: z.string(),
      companyName: z.string(),
      title: z.string(),
      source: provenanceSchema,
    }),
  ),
  /** Whether other companies have a person of the same name who cannot be identified. */
  hasNamesakes: z.boolean(),
})
export type PersonDetail = z.infer<typeof personDetailSchema>

// Shared by the form of 查企业失信 and the server. No schema: the form loads it.

const person = /^(?:[\p{L}\p{M}\p{Co}][\s·•‧・.'’-]*){2,}$/u

/** Whether a typed text may be a full name: at least two letters, and no digit or sign that no name contains. */
export const isTypedPersonName = (name: string): boolean => person.test(name.normalize('NFKC').trim())

/** Whether a typed text has the two letters or digits that a search for a company needs. */
export const isTypedCompanyName = (name: string): boolean =>
  (name.normalize('NFKC').match(/[\p{L}\p{N}\p{Co}]/gu) ?? []).length >= 2

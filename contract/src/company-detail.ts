import * as z from 'zod/mini'
import { facts, fieldGroups, rareFacts } from './company-facts.ts'
import { companyStatuses } from './company-status.ts'
import { companyHead } from './company-summary.ts'
import { coverageLimitsSchema } from './records/coverage-limits.ts'
import { sectionKeys } from './records/kind-table.ts'

const text = z.nullable(z.string())
const date = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))
const amount = z.nullable(z.object({ value: z.number(), unit: z.string(), currency: z.string() }))

/** Source and date of a group of facts. `asOf` is as exact as the source: 2026-06-30, 2026-06 or 2021. */
export const provenanceSchema = z.object({
  sourceId: z.string(),
  sourceName: z.string(),
  sourceUrl: text,
  asOf: text,
})
export type Provenance = z.infer<typeof provenanceSchema>

export const recordCountsSchema = z.object({ current: z.int(), disputed: z.int(), history: z.int() })

const sectionSchema = z.object({
  key: z.enum(sectionKeys),
  /** null: no source of this kind covers the company, and no record is known. */
  counts: z.nullable(recordCountsSchema),
  /** Whether a source covers the company, or names it; false: the counts are of the records known. Absent: the counts decide. */
  connected: z.optional(z.boolean()),
  /** What the covering sources leave out, so that 0 is said of the rest only. */
  limits: coverageLimitsSchema,
  /** Newest date of the sources that cover the company; null: none is stated. */
  asOf: text,
})
export type Section = z.infer<typeof sectionSchema>

/** Number of current records by severity (PRODUCT B15). null: no risk source covers the company, and no current risk is known. */
const riskSchema = z.nullable(z.object({ high: z.int(), medium: z.int(), notice: z.int(), asOf: text }))

/** Newest year first. */
const yearlyCounts = z.array(z.object({ year: z.int(), count: z.int() }))

/** Facts of the job-seeker card. */
const jobSeekerSchema = z.object({
  /**
   * Current labour disputes with the company as defendant; null: no source of judgments or hearings covers the company, and none
   * is known. A 0 counts only where the section of its kind is covered without limits.
   */
  labourDisputes: z.nullable(z.object({ judicialDocument: z.int(), courtAnnouncement: z.int() })),
  /** Newest year first; empty: nothing was published, which is not 0. */
  insured: yearlyCounts,
  /** 员工人数 of annual reports of a listed company, mostly of the whole group; newest year first. */
  employees: yearlyCounts,
})

const office = z.object({
  name: z.string(),
  /** 法定代表人, 负责人, 执行事务合伙人 or 经营者, by type of company; of another officer 董事长, 总经理 … */
  title: z.string(),
  /** Date to show beside an old office, as in 2019 年年报; null: recent enough. */
  datedBy: text,
})

export const listingSchema = z.object({
  code: z.string(),
  oldCode: text,
  exchange: z.string(),
  board: text,
  shortName: text,
  state: text,
  listedOn: date,
  delistedOn: date,
})

/** Facts of the register that the company page and 工商信息 have in common. */
const registered = {
  legalRepresentative: z.nullable(office),
  /**
   * Chairman or manager of a newer source whose officers do not include the legal representative: leads instead of that
   * person, whom only the register card shows, with the date. null: nothing contradicts the legal representative.
   */
  leadingOfficer: z.nullable(z.extend(office, { source: provenanceSchema })),
  registeredCapital: amount,
  address: text,
  listings: z.array(listingSchema),
  provenance: z.partialRecord(z.enum(fieldGroups), provenanceSchema),
  /** Provenance of facts whose source or date differs from that of their group; absent: none differs. */
  factProvenance: z.optional(z.partialRecord(z.enum(facts), provenanceSchema)),
}

export const companyDetailSchema = z.object({
  ...companyHead,
  ...registered,
  /** Newest first. */
  formerNames: z.array(z.string()),
  /** City of the registration; else the province that the company gave to a list. */
  region: text,
  /** Mobile numbers are masked. */
  phones: z.array(z.string()),
  email: text,
  website: text,
  sections: z.array(sectionSchema),
  risk: riskSchema,
  jobSeeker: jobSeekerSchema,
  /** Number of users who requested an update since the last one. */
  updateRequests: z.int(),
  /** Licence of each source of a fact, by the id of the source. */
  licences: z.record(z.string(), z.string()),
  updatedAt: z.string(),
  viewCount: z.int(),
})
export type CompanyDetail = z.infer<typeof companyDetailSchema>

export const businessInfoSchema = z.object({
  id: z.string(),
  isDemo: z.boolean(),
  ...registered,
  creditCode: text,
  name: z.string(),
  status: z.nullable(z.enum(companyStatuses)),
  /** Status in the words of the source. */
  statusRaw: text,
  foundedOn: date,
  paidInCapital: amount,
  organisationCode: text,
  registrationNumber: text,
  taxNumber: text,
  businessType: text,
  termFrom: date,
  /** null with `termFrom` set: no fixed end. */
  termTo: date,
  taxpayerType: text,
  staffSize: text,
  insuredCount: z.nullable(z.int()),
  insuredYear: z.nullable(z.int()),
  approvedOn: date,
  region: text,
  /** Those that a source states. */
  rareFacts: z.array(z.object({ fact: z.enum(rareFacts), value: z.string() })),
  authority: text,
  customsCode: text,
  industry: text,
  industryCode: text,
  nameEnglish: text,
  /** `changedOn`: the last day; a year alone when only that year or an earlier one is known. */
  formerNames: z.array(
    z.object({
      name: z.string(),
      changedOn: z.nullable(z.string().check(z.regex(/^\d{4}(-\d{2}-\d{2})?$/))),
      sourceName: text,
    }),
  ),
  mailAddress: text,
  scope: text,
  ended: z.nullable(z.object({ date, reason: text, office: text })),
  formerShortNames: z.array(z.object({ name: z.string(), from: date, to: date })),
})
export type BusinessInfo = z.infer<typeof businessInfoSchema>

export const companyIdQuery = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) })

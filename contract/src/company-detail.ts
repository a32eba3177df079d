import * as z from 'zod/mini'
import { facts, fieldGroups } from './company-facts.ts'
import { companyStatuses } from './company-status.ts'
import { sectionKeys } from './records/kind-table.ts'

const text = z.nullable(z.string())
const date = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))
const amount = z.nullable(z.object({ value: z.number(), unit: z.string(), currency: z.string() }))

/** Where a group of fields comes from. `asOf` is as exact as the source: 2026-06-30, 2026-06 or 2021. */
export const provenanceSchema = z.object({
  sourceId: z.string(),
  sourceName: z.string(),
  sourceUrl: text,
  asOf: text,
})
export type Provenance = z.infer<typeof provenanceSchema>

const provenanceByGroup = z.partialRecord(z.enum(fieldGroups), provenanceSchema)

/** Facts that another source, or the same at another date, gave than the one told for their group. Absent for none. */
const provenanceByFact = z.optional(z.partialRecord(z.enum(facts), provenanceSchema))

const countsSchema = z.object({ current: z.int(), disputed: z.int(), history: z.int() })

export const sectionSchema = z.object({
  key: z.enum(sectionKeys),
  /** null: no source of this kind covers the company, and nothing can be said of it. */
  counts: z.nullable(countsSchema),
  /** How far the newest source that covers it goes. */
  asOf: text,
})
export type Section = z.infer<typeof sectionSchema>

/** Facts counted by how grave they are (PRODUCT B15), never a score. null while no risk source covers the company. */
const riskSchema = z.nullable(z.object({ high: z.int(), medium: z.int(), notice: z.int(), asOf: text }))

/** What a job seeker asks first. */
const jobSeekerSchema = z.object({
  /** Labour disputes with the company as defendant, current; null while no source of judgments or hearings covers it. */
  labourDisputes: z.nullable(z.object({ judicialDocument: z.int(), courtAnnouncement: z.int() })),
  /** Newest year first; empty where nothing was published, which is not 0. */
  insured: z.array(z.object({ year: z.int(), count: z.int() })),
})

export const legalRepresentativeSchema = z.nullable(
  z.object({
    name: z.string(),
    /** 法定代表人, 负责人, 执行事务合伙人 or 经营者, by type of company. */
    title: z.string(),
    /** Set when the office is old enough to be told only with its date, as in 2019 年年报. */
    datedBy: text,
  }),
)

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

export const companyDetailSchema = z.object({
  id: z.string(),
  name: z.string(),
  logo: text,
  isDemo: z.boolean(),
  status: z.nullable(z.enum(companyStatuses)),
  businessType: text,
  jointStockType: text,
  isDishonestDebtor: z.boolean(),
  isJudgmentDebtor: z.boolean(),
  isConsumptionRestricted: z.boolean(),
  /** Newest first. */
  formerNames: z.array(z.string()),
  legalRepresentative: legalRepresentativeSchema,
  registeredCapital: amount,
  foundedOn: date,
  creditCode: text,
  /** Masked where they are mobile numbers. */
  phones: z.array(z.string()),
  email: text,
  website: text,
  address: text,
  listings: z.array(listingSchema),
  sections: z.array(sectionSchema),
  risk: riskSchema,
  jobSeeker: jobSeekerSchema,
  /** How many have asked for newer data since the last. */
  updateRequests: z.int(),
  provenance: provenanceByGroup,
  factProvenance: provenanceByFact,
  updatedAt: z.string(),
  viewCount: z.int(),
})
export type CompanyDetail = z.infer<typeof companyDetailSchema>

export const businessInfoSchema = z.object({
  id: z.string(),
  isDemo: z.boolean(),
  creditCode: text,
  name: z.string(),
  legalRepresentative: legalRepresentativeSchema,
  status: z.nullable(z.enum(companyStatuses)),
  /** The status in the source's own words. */
  statusRaw: text,
  foundedOn: date,
  registeredCapital: amount,
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
  authority: text,
  customsCode: text,
  industry: text,
  industryCode: text,
  nameEnglish: text,
  formerNames: z.array(z.object({ name: z.string(), changedOn: date })),
  address: text,
  mailAddress: text,
  scope: text,
  ended: z.nullable(z.object({ date, reason: text, office: text })),
  listings: z.array(listingSchema),
  formerShortNames: z.array(z.object({ name: z.string(), from: date, to: date })),
  provenance: provenanceByGroup,
  factProvenance: provenanceByFact,
})
export type BusinessInfo = z.infer<typeof businessInfoSchema>

export const companyIdQuery = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) })

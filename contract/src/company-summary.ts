import * as z from 'zod/mini'
import { type CompanyStatus, companyStatuses } from './company-status.ts'

/**
 * Company list item. The terse wire names of SPEC §3 occur in this file only; all other code uses clear names.
 */

export const riskLabels = {
  dishonestDebtor: '失信被执行人',
  judgmentDebtor: '被执行人',
  consumptionRestriction: '限制高消费',
} as const

/** Default unit of an amount. */
const DEFAULT_CAPITAL_UNIT = '万元'

const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const text = z.nullable(z.string())

const listingWire = z.nullable(z.object({ code: z.string(), board: text }))

/** `year`: of an old statement, to be shown beside the name; null: recent enough. */
const leadingOfficerSummary = z.nullable(z.object({ name: z.string(), title: z.string(), year: text }))

/** The list of the best rank; `title`: the place in it, 第 4 位 or 在列; `amount`: the revenue of `year` in 万元, as text. */
const listEntrySummary = z.nullable(z.object({ name: z.string(), title: z.string(), year: text, amount: text }))

export const companyListItemWire = z.object({
  id: z.string(),
  nct: z.string(),
  logo: text,
  logoText: z.string(),
  briefName: z.string(),
  stus: text,
  hisnm: z.string(),
  ogcdDesc: text,
  eknm: text,
  dscn: text,
  excn: text,
  rtcn: text,
  opnm: text,
  opnmYear: text,
  leadingOfficer: leadingOfficerSummary,
  listEntry: listEntrySummary,
  rgcp: text,
  crutName: text,
  stdt: text,
  creditCode: text,
  region: text,
  industry: text,
  listed: listingWire,
  demo: z.boolean(),
})
type CompanyListItemWire = z.infer<typeof companyListItemWire>

const formerNameSchema = z.object({ name: z.string(), english: text, traditional: text })
type FormerName = z.infer<typeof formerNameSchema>

/** What a list row and the head of the company page have in common. */
export const companyHead = {
  /** Opaque id, stable across imports. */
  id: z.string(),
  name: z.string(),
  logo: text,
  /** Up to four characters of the name for a placeholder logo, from the trade name (字号) on. */
  logoText: z.string(),
  /** What people call the company: the short name of its stock, else its name without region and legal form. */
  briefName: z.string(),
  /** null: not stated by a source. */
  status: z.nullable(z.enum(companyStatuses)),
  businessType: text,
  jointStockType: text,
  isDishonestDebtor: z.boolean(),
  isJudgmentDebtor: z.boolean(),
  isConsumptionRestricted: z.boolean(),
  foundedOn: z.nullable(date),
  creditCode: text,
  /** A fictional company of the demonstration set. */
  isDemo: z.boolean(),
}

export const companySummarySchema = z.object({
  ...companyHead,
  /** Newest first. */
  formerNames: z.array(formerNameSchema),
  legalRepresentative: text,
  /** Year to show beside an old office, 日期不详 when the source states none; null: recent enough. */
  legalRepresentativeYear: text,
  /** Shown instead of a legal representative whom newer officers contradict, who is then null; else null. */
  leadingOfficer: leadingOfficerSummary,
  /** Of a company without capital, founding date and leader, which only lists name; else null. */
  listEntry: listEntrySummary,
  registeredCapital: z.nullable(z.object({ amount: z.number(), unit: z.string() })),
  /** Full name down to the city, as in 广东省深圳市. */
  region: text,
  industry: text,
  listing: listingWire,
})
export type CompanySummary = z.infer<typeof companySummarySchema>

const present = (value: string | null | undefined) =>
  value == null || value.trim() === '' || value === '-' ? null : value

const formerNamesWire = z.array(z.object({ name_ct: z.string(), name_en: z.optional(text), name_ft: z.optional(text) }))

let reportUnreadable: (fieldText: string) => void = () => {}

/** Registers the handler of unreadable former names (SPEC §8: logged, treated as empty). */
export function onUnreadableFormerNames(listener: (fieldText: string) => void) {
  reportUnreadable = listener
}

function decodeFormerNames(fieldText: string): FormerName[] {
  try {
    const rows = z.parse(formerNamesWire, JSON.parse(fieldText))
    return rows.flatMap((row) => {
      const name = present(row.name_ct)
      return name === null ? [] : [{ name, english: present(row.name_en), traditional: present(row.name_ft) }]
    })
  } catch {
    reportUnreadable(fieldText)
    return []
  }
}

const encodeFormerNames = (names: readonly FormerName[]) =>
  JSON.stringify(names.map((n) => ({ name_ct: n.name, name_en: n.english ?? '-', name_ft: n.traditional ?? '-' })))

function decodeCapital(amountText: string | null, unit: string | null) {
  const amount = present(amountText) === null ? Number.NaN : Number(amountText)
  return Number.isFinite(amount) ? { amount, unit: present(unit) ?? DEFAULT_CAPITAL_UNIT } : null
}

const decodeStatus = (value: string | null): CompanyStatus | null => {
  const status = present(value)
  return status === null ? null : (companyStatuses.find((known) => known === status) ?? '其他')
}

function decodeCompanySummary(wire: CompanyListItemWire): CompanySummary {
  return {
    id: wire.id,
    name: wire.nct,
    logo: present(wire.logo),
    logoText: wire.logoText,
    briefName: wire.briefName,
    status: decodeStatus(wire.stus),
    formerNames: decodeFormerNames(wire.hisnm),
    businessType: present(wire.ogcdDesc),
    jointStockType: present(wire.eknm),
    isDishonestDebtor: wire.dscn === riskLabels.dishonestDebtor,
    isJudgmentDebtor: wire.excn === riskLabels.judgmentDebtor,
    isConsumptionRestricted: wire.rtcn === riskLabels.consumptionRestriction,
    legalRepresentative: present(wire.opnm),
    legalRepresentativeYear: present(wire.opnmYear),
    leadingOfficer: wire.leadingOfficer,
    listEntry: wire.listEntry,
    registeredCapital: decodeCapital(wire.rgcp, wire.crutName),
    foundedOn: present(wire.stdt),
    creditCode: present(wire.creditCode),
    region: present(wire.region),
    industry: present(wire.industry),
    listing: wire.listed,
    isDemo: wire.demo,
  }
}

export function encodeCompanySummary(company: CompanySummary): CompanyListItemWire {
  return {
    id: company.id,
    nct: company.name,
    logo: company.logo,
    logoText: company.logoText,
    briefName: company.briefName,
    stus: company.status,
    hisnm: encodeFormerNames(company.formerNames),
    ogcdDesc: company.businessType,
    eknm: company.jointStockType,
    dscn: company.isDishonestDebtor ? riskLabels.dishonestDebtor : null,
    excn: company.isJudgmentDebtor ? riskLabels.judgmentDebtor : null,
    rtcn: company.isConsumptionRestricted ? riskLabels.consumptionRestriction : null,
    opnm: company.legalRepresentative,
    opnmYear: company.legalRepresentativeYear,
    leadingOfficer: company.leadingOfficer,
    listEntry: company.listEntry,
    rgcp: company.registeredCapital === null ? null : String(company.registeredCapital.amount),
    crutName: company.registeredCapital?.unit ?? null,
    stdt: company.foundedOn,
    creditCode: company.creditCode,
    region: company.region,
    industry: company.industry,
    listed: company.listing,
    demo: company.isDemo,
  }
}

export const companySummaryCodec = z.codec(companyListItemWire, companySummarySchema, {
  decode: decodeCompanySummary,
  encode: encodeCompanySummary,
})

/** A row that has the facts of a company and some of its own. */
export const companyRow = {
  decode: <Wire extends CompanyListItemWire>(wire: Wire) => ({ ...wire, ...decodeCompanySummary(wire) }),
  encode: <Row extends CompanySummary>(row: Row) => ({ ...row, ...encodeCompanySummary(row) }),
}

/** A row of 最近浏览. `viewedAt` is an ISO instant. */
const viewedCompanyWire = z.extend(companyListItemWire, { viewedAt: z.string() })
const viewedCompanySchema = z.extend(companySummarySchema, { viewedAt: z.string() })
export type ViewedCompany = z.infer<typeof viewedCompanySchema>

export const viewedCompanyCodec = z.codec(viewedCompanyWire, viewedCompanySchema, companyRow)

/** Fact of a company that a keyword matches. */
export const matchFields = [
  'name',
  'formerName',
  'shortName',
  'formerShortName',
  'englishName',
  'alias',
  'stockCode',
  'creditCode',
  'registrationNumber',
  'organisationCode',
  'lei',
  'legalRepresentative',
  'member',
  'scope',
  'address',
  'phone',
  'pinyin',
  'initials',
  'fuzzy',
  'mentionedName',
] as const
export type MatchField = (typeof matchFields)[number]

export const matchReasonSchema = z.object({
  field: z.enum(matchFields),
  /** Stored text of the fact; for `name`, `pinyin`, `initials`, `fuzzy` and `mentionedName` the matching name, former name or short name. */
  text: z.string(),
})
export type MatchReason = z.infer<typeof matchReasonSchema>

/** Half-open ranges of UTF-16 units within `matchReason.text`, in order, not overlapping. */
export const hitRangesSchema = z.array(z.tuple([z.int(), z.int()]))
export type HitRanges = z.infer<typeof hitRangesSchema>

/** Reason why a search found a company, and the matching text. */
export const searchHitParts = { matchReason: matchReasonSchema, hitRanges: hitRangesSchema }
const searchHitWire = z.extend(companyListItemWire, searchHitParts)
const searchHitSchema = z.extend(companySummarySchema, searchHitParts)
export type SearchHit = z.infer<typeof searchHitSchema>

export const searchHitCodec = z.codec(searchHitWire, searchHitSchema, companyRow)

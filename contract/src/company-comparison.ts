import * as z from 'zod/mini'
import { provenanceSchema } from './company-detail.ts'
import { COMPARED_MOST, comparedIds } from './compared-ids.ts'
import { kindTable, recordKindKeys } from './records/kind-table.ts'

const text = z.nullable(z.string())

/** Facts of a comparison, in the order of the page. */
export const comparedFacts = [
  'status',
  'employees',
  'insured',
  'foundedOn',
  'listedOn',
  'registeredCapital',
  'paidInCapital',
  'listRank',
  'listRevenue',
  'leader',
  'region',
  'industry',
  'businessType',
  'exchange',
  'risk',
] as const
export type ComparedFact = (typeof comparedFacts)[number]

/** A value of one company. An absent value is never a 0, and never less than another one. */
const comparedCellSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('stated'),
    text: z.string(),
    /** Year or date of the value, or what belongs to it, such as the board of a listing. */
    note: text,
    source: z.nullable(provenanceSchema),
  }),
  /** No source states the value of this company. */
  z.object({ state: z.literal('unrecorded') }),
  /** No source covers the company. */
  z.object({ state: z.literal('unconnected') }),
])
export type ComparedCell = z.infer<typeof comparedCellSchema>

const comparedRowSchema = z.object({
  fact: z.enum(comparedFacts),
  /** Unique among the rows of its list. */
  label: z.string(),
  /** The note is the period of the value: values of different periods are not compared. */
  isByPeriod: z.boolean(),
  /** Kind whose records the row counts; null: none, or several. */
  kind: z.nullable(z.enum(recordKindKeys)),
  /** In the order of the companies. */
  cells: z.array(comparedCellSchema),
})
export type ComparedRow = z.infer<typeof comparedRowSchema>

const rows = z.array(comparedRowSchema)

const comparedCompanySchema = z.object({
  id: z.string(),
  name: z.string(),
  briefName: z.string(),
  logo: text,
  logoText: z.string(),
  isDemo: z.boolean(),
  /** Code of the first stock. */
  code: text,
})
export type ComparedCompany = z.infer<typeof comparedCompanySchema>

export const companyComparisonSchema = z.object({
  /** In the order of the request, without those that readers do not see. */
  companies: z.array(comparedCompanySchema),
  /** Without the facts that are absent for every company. */
  facts: rows,
  /** Labels of the facts that are absent for every company. */
  absent: z.array(z.string()),
  /** Number of current records by kind. Kinds that no source covers for any company share the last row. */
  risks: rows,
  /** 员工人数 by year, newest first; empty unless several years are known. */
  employees: rows,
  /** 参保人数 by year, as `employees`. */
  insured: rows,
})
export type CompanyComparison = z.infer<typeof companyComparisonSchema>

export const companyComparisonQuery = z.object({
  /** Two or three ids with commas between them; one: a company that waits for others. */
  ids: z.string().check(
    z.maxLength(200),
    z.refine((ids) => {
      const { length } = comparedIds(ids)
      return length > 0 && length <= COMPARED_MOST
    }),
  ),
})

/** Kinds of risk, in the order of the page. */
export const comparedRisks = recordKindKeys.filter((key) => kindTable[key].group !== 'overview')

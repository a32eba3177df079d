import * as z from 'zod/mini'
import { recordCountsSchema } from './company-detail.ts'
import { searchMarks, searchQueryShape } from './company-search.ts'
import { companyListItemWire, companyRow, companySummarySchema, searchHitParts } from './company-summary.ts'
import { pageOf } from './envelope.ts'
import { businessRiskKeys, legalRiskKeys, severities } from './records/kind-table.ts'

/** Kinds of 查风险, and judgments with the company as defendant, which PRODUCT B15 counts separately. */
export const riskCountKeys = [...legalRiskKeys, ...businessRiskKeys, 'judicialDocumentAsDefendant'] as const

const riskParts = {
  ...searchHitParts,
  /** Counts of each kind; absent: no source covers the whole kind for the company, and no record is known. */
  riskCounts: z.partialRecord(z.enum(riskCountKeys), recordCountsSchema),
  /** Highest severity of the current records; null: none. */
  maxSeverity: z.nullable(z.enum(severities)),
  /** Newest date of the sources; null: none covers the company. */
  asOf: z.nullable(z.string()),
}

const riskRowWire = z.extend(companyListItemWire, riskParts)
const riskRowSchema = z.extend(companySummarySchema, riskParts)
export type RiskRow = z.infer<typeof riskRowSchema>

const riskRowCodec = z.codec(riskRowWire, riskRowSchema, companyRow)

export const riskSearchQuerySchema = z.object({
  ...searchQueryShape,
  /** Restricts the result to companies with a current record of this kind. */
  kind: z.optional(z.enum([...legalRiskKeys, ...businessRiskKeys])),
})

export const riskSearchAnswerSchema = z.extend(pageOf(riskRowCodec), {
  ...searchMarks,
  /** Of a search by kind that found nothing: whether sources cover every company of the keyword for this kind. */
  connected: z.optional(z.boolean()),
})
export type RiskSearchAnswer = z.output<typeof riskSearchAnswerSchema>

import * as z from 'zod/mini'
import { recordKindKeys, severities } from './kind-table.ts'
import { recordViews } from './record.ts'

/** Records of one timeline at most. Older ones are in the lists of their kinds only. */
export const MAX_TIMELINE_RECORDS = 500

export const riskTimelineQuery = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) })

/** Dated risk records of a company, newest first. Records without a date, and those above the limit, are left out. */
export const riskTimelineSchema = z.array(
  z.object({
    recordKind: z.enum(recordKindKeys),
    id: z.string(),
    view: z.enum(recordViews),
    severity: z.nullable(z.enum(severities)),
    publishedAt: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    /** First case number of the record; null for none. */
    caseNo: z.nullable(z.string()),
  }),
)
export type RiskTimelineRecord = z.infer<typeof riskTimelineSchema>[number]

import * as z from 'zod/mini'

const row = z.object({ label: z.string(), value: z.string() })
export type ReportRow = z.infer<typeof row>

const entry = z.object({ title: z.string(), rows: z.array(row) })
export type ReportEntry = z.infer<typeof entry>

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('rows'), rows: z.array(row) }),
  /** Records of one view of a kind. `total`: as on the company page; the list may have fewer. */
  z.object({ type: z.literal('list'), title: z.string(), total: z.int(), entries: z.array(entry) }),
])
export type ReportBlock = z.infer<typeof block>

/** Text of a report, as the process that typesets it reads it. */
export const reportDocumentSchema = z.object({
  number: z.string(),
  companyName: z.string(),
  isDemo: z.boolean(),
  /** China Standard Time. */
  createdAt: z.string(),
  /** Address of the company page; null: the operator has set none. */
  address: z.nullable(z.string()),
  chapters: z.array(z.object({ title: z.string(), blocks: z.array(block) })),
})
export type ReportDocument = z.infer<typeof reportDocumentSchema>

/** First line of the output of the process; the PDF follows. */
export const typesetHeaderSchema = z.object({ pages: z.int() })

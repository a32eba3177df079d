import * as z from 'zod/mini'

const row = z.object({ label: z.string(), value: z.string() })
export type ReportRow = z.infer<typeof row>

const entry = z.object({ title: z.string(), rows: z.array(row) })
export type ReportEntry = z.infer<typeof entry>

const chart = z.object({
  type: z.literal('chart'),
  /** For a reader who does not see it. */
  alt: z.string(),
  /** Points, as all lengths; x and y from the left and the top of the chart. */
  height: z.number(),
  boxes: z.array(
    z.object({
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      title: z.string(),
      note: z.string(),
      kind: z.enum(['root', 'node', 'rest']),
    }),
  ),
  shares: z.array(z.object({ x: z.number(), y: z.number(), text: z.string() })),
  /** From the holder to what is held. */
  lines: z.array(z.object({ points: z.array(z.tuple([z.number(), z.number()])), hasArrow: z.boolean() })),
})
export type ReportChart = z.infer<typeof chart>

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('rows'), rows: z.array(row) }),
  /** Records of one view of a kind. `total`: as on the company page; the list may have fewer. */
  z.object({ type: z.literal('list'), title: z.string(), total: z.int(), entries: z.array(entry) }),
  chart,
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

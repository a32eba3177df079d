import * as z from 'zod/mini'
import { defineActions } from './action.ts'
import { instant, noFields, textOrNone } from './fields.ts'

const filter = z._default(z.nullable(z.string().check(z.trim(), z.maxLength(64))), null)

const row = z.object({
  number: z.int(),
  at: instant,
  operator: z.string(),
  origin: textOrNone,
  action: z.string(),
  subject: z.string(),
  /** JSON of the changed fields. */
  before: textOrNone,
  after: textOrNone,
  reason: textOrNone,
  previousHash: z.string(),
})
export type AuditRow = z.infer<typeof row>

const day = z._default(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), null)
/** null: any. */
const filters = { operator: filter, action: filter, subject: filter, from: day, to: day, search: filter }

export const auditTable = defineActions({
  'audit list': {
    input: z.object({
      ...filters,
      before: z._default(z.nullable(z.int()), null),
    }),
    output: z.object({ rows: z.array(row), next: z.nullable(z.int()) }),
  },
  'audit export': {
    deadlineMs: 20_000,
    input: z.object(filters),
    output: z.object({ csv: z.string(), rows: z.int() }),
  },
  'audit verify': {
    // Reads the whole chain.
    deadlineMs: 120_000,
    input: noFields,
    output: z.object({ isWhole: z.boolean(), sentence: z.string() }),
  },
})

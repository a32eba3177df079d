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

export const auditTable = defineActions({
  'audit list': {
    roles: [],
    totp: 'none',
    input: z.object({
      operator: filter,
      action: filter,
      subject: filter,
      before: z._default(z.nullable(z.int()), null),
    }),
    output: z.object({ rows: z.array(row), next: z.nullable(z.int()) }),
  },
  'audit verify': {
    roles: [],
    totp: 'none',
    input: noFields,
    output: z.object({ isWhole: z.boolean(), sentence: z.string() }),
  },
})

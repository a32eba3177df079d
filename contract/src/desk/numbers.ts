import * as z from 'zod/mini'
import { defineActions } from './action.ts'
import { instant, noFields, pageKey, reason, textOrNone } from './fields.ts'

/** A number, mailbox or web address, or the reference of a hidden one. */
const contact = z.string().check(z.trim(), z.minLength(1), z.maxLength(128))

const item = z.object({
  /** As in `hm-` and twelve characters; the audit has the same. */
  reference: z.string(),
  masked: z.string(),
  addedBy: z.enum(['owner', 'operator']),
  reason: textOrNone,
  hiddenAt: instant,
})

export const numberTable = defineActions({
  'numbers list': {
    roles: ['review'],
    totp: 'none',
    input: z.object({ after: pageKey }),
    output: z.object({ byOwner: z.int(), byOperator: z.int(), items: z.array(item), next: textOrNone }),
  },
  'numbers add': { roles: ['review'], totp: 'none', input: z.object({ number: contact, reason }), output: noFields },
  'numbers remove': { roles: ['review'], totp: 'none', input: z.object({ number: contact, reason }), output: noFields },
})

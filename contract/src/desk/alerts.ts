import * as z from 'zod/mini'
import { alertFormats, alertStates } from '../alerts.ts'
import { defineActions, instant, noFields, pageKey, reason, textOrNone } from './action.ts'

const item = z.object({
  /** As in `al-` and characters; the unsubscription of a mail names the same. */
  reference: z.string(),
  format: z.enum(alertFormats),
  masked: z.string(),
  state: z.enum(alertStates),
  cause: textOrNone,
  /** null: the target did not fail. */
  failedAt: z.nullable(instant),
  /** When a failed briefing of today is repeated; null: none is. */
  retryAt: z.nullable(instant),
})

/** The reference of a target, or a whole address. */
const target = z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000))

export const alertActions = defineActions({
  'alerts list': {
    input: z.object({ after: pageKey }),
    output: z.object({
      /** Targets that have not been served today; zero before the time of the briefing. */
      queued: z.int(),
      /** Targets whose briefing of today was sent. */
      sent: z.int(),
      targets: z.int(),
      /** Targets that fail, are refused or stopped, in the order of their references. */
      items: z.array(item),
      next: textOrNone,
    }),
  },
  'alerts stop': { input: z.object({ target, reason }), output: noFields },
  'alerts resume': { input: z.object({ target, reason }), output: noFields },
})

import * as z from 'zod/mini'
import { defineActions } from './action.ts'
import { checkKeys } from './checks.ts'
import { instant, noFields, textOrNone } from './fields.ts'
import { operationAlarm } from './operations.ts'

export const alarmActions = defineActions({
  'alarms list': {
    roles: ['data'],
    totp: 'none',
    input: noFields,
    output: z.object({
      /** Stopped imports and undos, until a later import of the source is complete. */
      imports: z.array(
        z.object({
          number: z.int(),
          fileName: z.string(),
          sourceId: z.string(),
          state: z.enum(['stopped', 'undoing']),
          endedAt: instant,
        }),
      ),
      /** What the figures of the last minutes say. */
      operations: z.array(operationAlarm),
      /** Version of a newer release at UPDATE_URL; null: none, or the address is not set. */
      newRelease: textOrNone,
      /** Services whose last use failed. */
      services: z.array(z.object({ key: z.enum(checkKeys), failedAt: instant, cause: z.string() })),
    }),
  },
})

import * as z from 'zod/mini'
import { defineActions, instant, noFields, textOrNone } from './action.ts'

const backup = z.object({
  id: z.string(),
  at: instant,
  operator: z.string(),
  /** null: a backup of a version that did not store it. */
  folder: textOrNone,
  files: z.int(),
  bytes: z.int(),
  /** Newest test of this backup; null: it was not tested. */
  tested: z.nullable(z.object({ at: instant, isPassed: z.boolean(), sentence: z.string() })),
})

/** Work that goes on in this process. */
const task = z.enum(['backup', 'test'])

export const backupActions = defineActions({
  'backups list': {
    input: noFields,
    output: z.object({
      /** Folder of new backups; null: BACKUP_DIR is not set. */
      root: textOrNone,
      /** `bytes`: written so far; 0 of a test. `expected`: bytes of the newest backup; null: there is none. */
      running: z.nullable(z.object({ task, startedAt: instant, bytes: z.int(), expected: z.nullable(z.int()) })),
      /** Why the newest work of this process failed. */
      failure: z.nullable(z.object({ task, at: instant, cause: z.string() })),
      /** Newest first. */
      items: z.array(backup),
    }),
  },
  'backups start': { input: noFields, output: noFields },
  'backups test': { input: noFields, output: noFields },
})

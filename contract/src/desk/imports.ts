import * as z from 'zod/mini'
import { defineActions, instant, textOrNone } from './action.ts'

export const importStateLabels = {
  running: '未完成',
  stopped: '已停止',
  done: '完成',
  undoing: '撤销未完成',
  undone: '已撤销',
} as const

export const importState = z.enum(['running', 'stopped', 'done', 'undoing', 'undone'])

const number = z.int().check(z.minimum(1), z.maximum(999_999_999))

const numbered = {
  number: z.int(),
  state: importState,
  /** 企业, or the title of the kind of records. */
  kind: z.string(),
  sourceId: z.string(),
  fileName: z.string(),
  operator: z.string(),
  startedAt: instant,
  endedAt: instant,
  rowsRead: z.int(),
  created: z.int(),
  changed: z.int(),
  rejected: z.int(),
}

/** What an undo changes, and what it keeps. */
const effects = z.object({
  /** Companies or records that only this import stated: they disappear. */
  removed: z.int(),
  /** Those that other imports stated too: they return to what these state. */
  restored: z.int(),
  /** Rows that wait for their company; they disappear. */
  pending: z.int(),
  /** Later imports that stated some of the same: what they stated is kept. */
  later: z.array(z.object({ number: z.int(), fileName: z.string(), shared: z.int() })),
  /** Rows of users about what disappears: they are kept, and count again if it returns. */
  users: z.object({ follows: z.int(), views: z.int(), corrections: z.int() }),
})

export type UndoEffects = z.infer<typeof effects>

/** Effects are counted, and another import may hold the lock. */
const deadlineMs = 20_000

export const importTable = defineActions({
  'imports list': {
    /** `before`: number of the last import of the page before; null: the first page. */
    input: z.object({ before: z._default(z.nullable(number), null) }),
    output: z.object({ items: z.array(z.object(numbered)), next: z.nullable(z.int()) }),
  },
  'imports show': {
    deadlineMs,
    input: z.object({ number }),
    output: z.object({
      ...numbered,
      /** SHA-256 of the file. */
      fileHash: z.string(),
      rejectsFile: textOrNone,
      /** null: it is undone. */
      effects: z.nullable(effects),
    }),
  },
  'imports undo': {
    totp: 'unlessDryRun',
    deadlineMs,
    input: z.object({ number, dryRun: z.boolean() }),
    /** Statements of other imports that match no company without this one; null: a dry run, or the undo goes on. */
    output: z.object({ isDone: z.boolean(), unmatched: z.nullable(z.int()) }),
  },
  'imports rejects': { deadlineMs, input: z.object({ number }), output: z.object({ csv: z.string(), rows: z.int() }) },
})

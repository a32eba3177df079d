import * as z from 'zod/mini'
import { keysOf } from '../keys-of.ts'
import { kindTable, recordKindKeys } from '../records/kind-table.ts'
import { defineActions, instant, noFields, textOrNone } from './action.ts'

export const importStateLabels = {
  running: '未完成',
  stopped: '已停止',
  done: '完成',
  undoing: '撤销未完成',
  undone: '已撤销',
} as const

export const importState = z.enum(keysOf(importStateLabels))

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

/** Effects are counted while another import may hold the lock; the first lines of a file are read in a process of their own. */
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

/** Bytes of each piece of an upload but the last. */
export const PIECE_BYTES = 8 * 1024 * 1024
export const UPLOAD_MAX_BYTES = 2 * 1024 * 1024 * 1024
/** Rejected rows of a field that a report shows. */
export const REPORT_ROWS = 50
/** Share of rejected rows at which an import stops unless the operator states another. Percent. */
export const MAX_REJECT_PERCENT = 1

export const uploadStateLabels = {
  uploading: '上传中',
  ready: '待对应',
  checking: '试运行中',
  checked: '试运行完成',
  running: '导入中',
  stopped: '已停止',
  done: '完成',
} as const
const uploadState = z.enum(keysOf(uploadStateLabels))
export type UploadState = z.output<typeof uploadState>

/** 企业, then the kinds of records: what a file may contain. */
export const importKinds: readonly { key: string; title: string }[] = [
  { key: 'companies', title: '企业' },
  ...recordKindKeys.map((key) => ({ key, title: kindTable[key].title })),
]

const id = z.string().check(z.regex(/^im-[0-9a-z]{20}$/))
const kind = z.enum(importKinds.map(({ key }) => key))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const bytesIn = (text: string) =>
  Array.from(text, (one) => {
    const point = one.codePointAt(0) ?? 0
    return point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4
  }).reduce<number>((sum, bytes) => sum + bytes, 0)

/** The name of a file, which may be part of a path on the server. */
export const uploadFileName = z.string().check(
  z.trim(),
  z.refine(
    (name: string) => {
      const bytes = bytesIn(name)
      return bytes > 0 && bytes <= 180 && !/^\.|[/\\\p{Cc}\p{Cf}]/u.test(name)
    },
    { error: '文件名有误' },
  ),
)

/** How a column of the file is read. */
export const columnField = z.object({
  name: z.string().check(z.maxLength(300)),
  /** null: it is not read. */
  field: z.nullable(z.string().check(z.maxLength(64))),
})
export type ColumnField = z.output<typeof columnField>

/** Rows that were rejected, or stored without a value, by field. */
const reportField = z.object({
  field: z.string(),
  label: z.string(),
  /** Rows that were rejected. */
  rejected: z.int(),
  /** Values that were left out of stored rows. */
  lost: z.int(),
  first: z.array(z.object({ line: z.int(), value: z.string(), reason: z.string(), isStored: z.boolean() })),
})

/** Result of a dry run or of an import. */
export const uploadReport = z.object({
  isDryRun: z.boolean(),
  /** The import to undo; 0: nothing was stored. */
  number: z.int(),
  rowsRead: z.int(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  pending: z.int(),
  excluded: z.int(),
  rejected: z.int(),
  milliseconds: z.int(),
  format: z.string(),
  unusedColumns: z.array(z.string()),
  fields: z.array(reportField),
})
export type UploadReport = z.output<typeof uploadReport>

export const uploadProgress = z.object({
  rowsRead: z.int(),
  rejected: z.int(),
  /** Share of the file that is read, 0 to 1. */
  share: z.number(),
  rowsPerSecond: z.int(),
})
export type UploadProgress = z.output<typeof uploadProgress>

const fileColumns = z.object({
  format: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      /** The proposed field; null: none. */
      field: textOrNone,
      /** Whether another column of the file is read first for the field. */
      isSpare: z.boolean(),
      samples: z.array(z.string()),
    }),
  ),
  fields: z.array(z.object({ key: z.string(), label: z.string() })),
})
export type FileColumns = z.output<typeof fileColumns>

const listed = {
  id: z.string(),
  fileName: z.string(),
  size: z.int(),
  state: uploadState,
  operator: z.string(),
  createdAt: instant,
  /** The machine that has the file; null: this one. */
  elsewhere: textOrNone,
  kind: textOrNone,
  sourceId: textOrNone,
}

export const uploadShown = z.object({
  ...listed,
  /** Indexes of the pieces that are stored. */
  received: z.array(z.int()),
  pieces: z.int(),
  covers: textOrNone,
  /** As the operator corrected it; null: not yet. */
  columns: z.nullable(z.array(columnField)),
  progress: z.nullable(uploadProgress),
  check: z.nullable(uploadReport),
  report: z.nullable(uploadReport),
  /** Why the last run ended early; null: it did not. */
  failure: textOrNone,
})
export type UploadShown = z.output<typeof uploadShown>

export const uploadActions = defineActions({
  'uploads list': { input: noFields, output: z.object({ items: z.array(z.object(listed)), free: z.int() }) },
  'uploads show': { input: z.object({ id }), output: uploadShown },
  'uploads begin': {
    /** An unfinished upload of the same file goes on. */
    input: z.object({
      fileName: uploadFileName,
      size: z.int().check(z.minimum(1), z.maximum(UPLOAD_MAX_BYTES)),
      /** SHA-256 of each piece, in order. */
      pieces: z.array(sha256).check(z.minLength(1), z.maxLength(UPLOAD_MAX_BYTES / PIECE_BYTES)),
    }),
    output: z.object({ id: z.string(), received: z.array(z.int()) }),
  },
  'uploads columns': {
    deadlineMs,
    input: z.object({ id, kind }),
    /** `saved`: what an operator saved for the source, of columns with these names. */
    output: z.object({
      ...fileColumns.shape,
      saved: z.array(z.object({ sourceId: z.string(), columns: z.array(columnField) })),
    }),
  },
  'uploads save': {
    input: z.object({
      id,
      kind,
      sourceId: z.string().check(z.minLength(1), z.maxLength(40)),
      /** Empty: as stated before. */
      covers: z.string().check(z.trim(), z.maxLength(300)),
      /** null: as proposed. */
      columns: z.nullable(z.array(columnField).check(z.maxLength(500))),
    }),
    output: noFields,
  },
  'uploads run': {
    totp: 'unlessDryRun',
    /** Starts, or resumes where it stopped. */
    input: z.object({
      id,
      dryRun: z.boolean(),
      maxRejectPercent: z._default(z.number().check(z.minimum(0), z.maximum(100)), MAX_REJECT_PERCENT),
    }),
    output: noFields,
  },
  'uploads stop': { input: z.object({ id }), output: noFields },
  'uploads discard': { input: z.object({ id }), output: noFields },
})

/** Address of the pieces, beside the actions: their bodies are bytes. */
export const UPLOAD_PIECE_PATH = '/api/desk/uploads/piece'
export const pieceQuery = z.object({ id, piece: z.string().check(z.regex(/^\d{1,3}$/)) })
export const pieceAnswer = z.object({ received: z.int(), pieces: z.int() })

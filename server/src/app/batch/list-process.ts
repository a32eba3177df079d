import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { batchUnfit } from '../../features/batch/batch.refusals.ts'
import type { NewBatch } from '../../features/batch/batch.service.ts'
import { type Admission, createAdmission } from '../../platform/admission/admission.ts'
import { runChild } from '../../platform/run-child.ts'

/** First line of the input of the child, as JSON: what to do with the bytes that follow. */
export const listTask = z.union([
  z.object({ task: z.literal('read'), listName: z.nullable(z.string()) }),
  z.object({ task: z.literal('write') }),
])
export type ListTask = z.infer<typeof listTask>

const text = z.nullable(z.string())
const listAnswer = z.union([
  z.object({ refused: z.string() }),
  z.object({
    encoding: text,
    entries: z.array(z.object({ input: z.string(), name: text, code: text, fault: text })),
  }),
])
export type ListAnswer = z.infer<typeof listAnswer>

export const workbookSheets = z.array(z.object({ name: z.string(), rows: z.array(z.array(z.string())) }))
type WorkbookSheets = z.infer<typeof workbookSheets>

const file = fileURLToPath(new URL('./list.child.ts', import.meta.url))

const TIMEOUT_MS = 5_000
const HEAP_MB = 256

/** One process at a time: it uses a core. */
const rule = { running: 1, waiting: { capacity: 16, maxWaitMs: 10_000, lifoAfterMs: 10_000 } }

/** What reads lists and writes workbooks, apart from the server. */
export type ListProcess = ReturnType<typeof createListProcess>

/** Runs a task on bytes. null: it failed, ran out of memory, or took too long. */
type RunListTask = (task: ListTask, bytes: Uint8Array, timeoutMs: number) => Promise<Buffer | null>

const runInChild: RunListTask = (task, bytes, timeoutMs) =>
  runChild({ file, timeoutMs, heapMb: HEAP_MB }, [`${JSON.stringify(task)}\n`, bytes])

export function createListProcess({
  timeoutMs = TIMEOUT_MS,
  admission = createAdmission(rule),
  run = runInChild,
}: {
  timeoutMs?: number
  admission?: Admission
  run?: RunListTask
} = {}) {
  return {
    /** The rows of a list. `listName`: null for a pasted list. @throws Refusal for a file that is no list @throws Overloaded */
    async read(bytes: Uint8Array, listName: string | null): Promise<NewBatch> {
      const output = await admission.run(() => run({ task: 'read', listName }, bytes, timeoutMs))
      if (output === null) throw batchUnfit('文件无法在 5 秒内读完，请减少内容，或另存为 CSV')
      const answer = z.parse(listAnswer, JSON.parse(output.toString()))
      if ('refused' in answer) throw batchUnfit(answer.refused)
      return { listName, ...answer }
    },
    /** The bytes of an XLSX; null: the process failed. @throws Overloaded */
    write: (sheets: WorkbookSheets): Promise<Buffer | null> =>
      admission.run(() => run({ task: 'write' }, Buffer.from(JSON.stringify(sheets)), timeoutMs)),
  }
}

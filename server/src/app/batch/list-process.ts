import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { batchUnfit } from '../../features/batch/batch.refusals.ts'
import type { NewBatch } from '../../features/batch/batch.service.ts'
import { type Admission, createAdmission } from '../../platform/admission/admission.ts'
import { type ListTask, listAnswer, type WorkbookSheets } from './list-task.ts'

const program = fileURLToPath(new URL('./list.child.ts', import.meta.url))

/** The child gets no environment variables of the server, such as the database URL. Windows needs SystemRoot. */
const env = process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] }

const TIMEOUT_MS = 5_000
const MEMORY_MB = 256

/** One process at a time: it uses a core. */
const rule = { running: 1, waiting: { capacity: 16, maxWaitMs: 10_000, lifoAfterMs: 10_000 } }

/** What reads lists and writes workbooks, apart from the server. */
export type ListProcess = {
  /** The rows of a list. `listName`: null for a pasted list. @throws Refusal for a file that is no list @throws Overloaded */
  read(bytes: Uint8Array, listName: string | null): Promise<NewBatch>
  /** The bytes of an XLSX; null: the process failed. @throws Overloaded */
  write(sheets: WorkbookSheets): Promise<Buffer | null>
}

/** Output of the child process; null: it failed or took too long. */
function run(task: ListTask, bytes: Uint8Array, timeoutMs: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${MEMORY_MB}`, program], {
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks) : null))
    // The child may end before it has read all input.
    child.stdin.on('error', () => {})
    child.stdin.write(`${JSON.stringify(task)}\n`)
    child.stdin.end(bytes)
  })
}

export function createListProcess({
  timeoutMs = TIMEOUT_MS,
  admission = createAdmission(rule),
}: {
  timeoutMs?: number
  admission?: Admission
} = {}): ListProcess {
  return {
    async read(bytes, listName) {
      const output = await admission.run(() => run({ task: 'read', listName }, bytes, timeoutMs))
      if (output === null) throw batchUnfit('文件无法在 5 秒内读完，请减少内容，或另存为 CSV')
      const answer = z.parse(listAnswer, JSON.parse(output.toString()))
      if ('refused' in answer) throw batchUnfit(answer.refused)
      return { listName, ...answer }
    },
    write: (sheets) => admission.run(() => run({ task: 'write' }, Buffer.from(JSON.stringify(sheets)), timeoutMs)),
  }
}

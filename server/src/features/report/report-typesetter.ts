import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { type ReportDocument, typesetHeaderSchema } from './report-document.ts'

const program = fileURLToPath(new URL('./typeset-report.child.ts', import.meta.url))

/** The child gets no environment variables of the server, such as the database URL. Windows needs SystemRoot. */
const env = process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] }

const TIMEOUT_MS = 20_000
/** Of 256 MB: the font and the PDF lie outside the heap. */
const HEAP_MB = 192

export type TypesetResult = { pdf: Buffer; pages: number }
/** The PDF of a report; null: it failed, ran out of memory or time. */
export type Typeset = (report: ReportDocument) => Promise<TypesetResult | null>

/** Typesets in a process of its own. */
export const createTypesetter =
  ({ timeoutMs = TIMEOUT_MS, heapMb = HEAP_MB, file = program } = {}): Typeset =>
  (report) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, file], {
        env,
        stdio: ['pipe', 'pipe', 'ignore'],
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
      })
      const chunks: Buffer[] = []
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
      child.on('error', reject)
      child.on('close', (code) => resolve(code === 0 ? readOutput(Buffer.concat(chunks)) : null))
      // The child may end before it has read all input.
      child.stdin.on('error', () => {})
      child.stdin.end(JSON.stringify(report))
    })

function readOutput(output: Buffer): TypesetResult {
  const end = output.indexOf('\n')
  const { pages } = z.parse(typesetHeaderSchema, JSON.parse(output.toString('utf8', 0, end)))
  return { pdf: output.subarray(end + 1), pages }
}

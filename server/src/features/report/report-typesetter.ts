import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { runChild } from '../../platform/run-child.ts'
import { type ReportDocument, typesetHeaderSchema } from './report-document.ts'

const program = fileURLToPath(new URL('./typeset-report.child.ts', import.meta.url))

const TIMEOUT_MS = 20_000
/** Of 256 MB: the font and the PDF lie outside the heap. */
const HEAP_MB = 192

export type TypesetResult = { pdf: Buffer; pages: number }
/** The PDF of a report; null: it failed, ran out of memory or time. */
export type Typeset = (report: ReportDocument) => Promise<TypesetResult | null>

/** Typesets in a process of its own. */
export const createTypesetter =
  ({ timeoutMs = TIMEOUT_MS, heapMb = HEAP_MB, file = program } = {}): Typeset =>
  async (report) => {
    const output = await runChild({ file, timeoutMs, heapMb }, [JSON.stringify(report)])
    return output === null ? null : readOutput(output)
  }

function readOutput(output: Buffer): TypesetResult {
  const end = output.indexOf('\n')
  const { pages } = z.parse(typesetHeaderSchema, JSON.parse(output.toString('utf8', 0, end)))
  return { pdf: output.subarray(end + 1), pages }
}

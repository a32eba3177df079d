// Reads the text of one report from stdin and writes its PDF to stdout, after a line with the number of pages. A process, not
// a thread: its memory is returned to the system, and it can be killed.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { reportDocumentSchema } from './report-document.ts'
import { typesetReport } from './typeset-report.ts'

const fontFile = new URL('../../../../data/fonts/NotoSansSC-Regular.ttf.gz', import.meta.url)

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
const report = z.parse(reportDocumentSchema, JSON.parse(Buffer.concat(chunks).toString('utf8')))
const { pdf, pages } = await typesetReport(report, gunzipSync(readFileSync(fontFile)))
process.stdout.write(`${JSON.stringify({ pages })}\n`)
process.stdout.write(pdf)

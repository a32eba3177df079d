import { createInterface } from 'node:readline/promises'
import { parseCoverage } from '../domain/records/record-coverage.ts'
import { ImportRefused } from '../importers/input/import-refused.ts'

type AskCoverageOptions = {
  /** Why the question is asked. */
  reason: string
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

const QUESTION = '覆盖范围（all / listed / named / regions=…，留空取消）：'

/**
 * Asks the operator what a source covers until the answer is valid. There is no default: an empty answer, or the end of the input,
 * cancels. @throws ImportRefused
 */
export async function askCoverage({ reason, input, output }: AskCoverageOptions): Promise<string> {
  const lines = createInterface({ input, output, terminal: false })
  try {
    output.write(`${reason}\n${QUESTION}`)
    for await (const line of lines) {
      const covers = line.trim()
      if (covers === '') break
      if (parseCoverage(covers) !== null) return covers
      output.write(`“${covers}”不是有效的覆盖范围。\n${QUESTION}`)
    }
  } finally {
    lines.close()
  }
  throw new ImportRefused(reason)
}

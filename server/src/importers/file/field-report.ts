import type { RowProblem } from './value-readers.ts'

const EXAMPLES = 3

type Example = { line: number; value: string | undefined; reason: string }

/** Values with a problem by field: how many, and the first of them. */
export type FieldReport = Map<string, { count: number; examples: Example[] }>

export function addProblems(report: FieldReport, line: number, problems: readonly RowProblem[]): void {
  for (const { field, value, reason } of problems) {
    const of = report.get(field ?? '') ?? { count: 0, examples: [] }
    of.count += 1
    if (of.examples.length < EXAMPLES) of.examples.push({ line, value, reason })
    report.set(field ?? '', of)
  }
}

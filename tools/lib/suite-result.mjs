import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './paths.mjs'

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** Printed lines of a message: the cause, and the stack without the runner's own frames. */
const MESSAGE_LINES = 20
const isRunnerFrame = (line) => /^\s+at .*(node_modules|<anonymous>)/.test(line)

const messageLines = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !isRunnerFrame(line))
    .slice(0, MESSAGE_LINES)

/**
 * Result of a suite: numbers of passed and failed tests, and a text per failure.
 * A run that ended badly, or ran nothing, without naming a failed test counts as one failure with the end of its output:
 * a file did not load or a set-up threw.
 */
function resultOf(passed, failed, failures, { code, output }) {
  if (failed > 0 || (code === 0 && passed > 0)) return { passed, failed, failures }
  const endOfOutput = stripVTControlCharacters(output)
    .trimEnd()
    .split('\n')
    .slice(-2 * MESSAGE_LINES)
  return {
    passed,
    failed: 1,
    failures: [[`ended with code ${code} and named no failed test`, ...endOfOutput].join('\n')],
  }
}

/** Result from a vitest JSON report. A skipped test counts as failed. */
export function vitestResult(file, ended) {
  const report = read(file)
  const passed = report?.numPassedTests ?? 0
  const failed = report ? report.numTotalTests - passed : 0
  const failures = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, failureMessages }) =>
        [`${relative(root, name)} › ${fullName}`, ...messageLines(failureMessages?.[0])].join('\n'),
      ),
  )
  return resultOf(passed, failed, failures, ended)
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const PAGE_LINES = 60

/** First failed try of a test: its line in the spec, the error, and what the page showed. */
function firstFailure(tests) {
  const failed = tests.flatMap(({ results }) => results).find(({ error }) => error !== undefined)
  if (failed === undefined) return { line: '', message: '' }
  const { error, errorLocation, attachments = [] } = failed
  const context = attachments.find(({ name }) => name === 'error-context')?.path
  const page = context !== undefined && existsSync(context) ? pageOf(readFileSync(context, 'utf8')) : []
  return {
    line: errorLocation === undefined ? '' : `:${errorLocation.line}`,
    message: [...messageLines(error.message), ...page].join('\n'),
  }
}

/** The page as an accessibility tree, from the Markdown that Playwright writes beside a failure. */
function pageOf(markdown) {
  const [, tree] = markdown.match(/```yaml\n([\s\S]*?)```/) ?? []
  return tree === undefined ? [] : ['page:', ...tree.trimEnd().split('\n').slice(0, PAGE_LINES)]
}

/** Journeys that may pass on their second try in one run (docs/decisions/0046). */
const REPEATS = 2

/**
 * Result from a Playwright JSON report. A test that passed on its second try is passed and listed under `repeats`; if
 * more than `REPEATS` did so, each of them counts as failed.
 */
export function playwrightResult(file, ended) {
  const report = read(file)
  const specs = (report?.suites ?? []).flatMap(specsOf)
  const withStatus = (wanted) => specs.filter(({ tests }) => tests.some(({ status }) => wanted.includes(status)))
  const repeated = withStatus(['flaky'])
  const isStable = repeated.length <= REPEATS
  const failed = withStatus(isStable ? ['unexpected', 'skipped'] : ['unexpected', 'skipped', 'flaky'])
  const passed = specs.length - failed.length
  const result = resultOf(passed, failed.length, failed.map(describeSpec), ended)
  return { ...result, repeats: isStable ? repeated.map(describeSpec) : [] }
}

function describeSpec({ file: source, title, tests }) {
  const { line, message } = firstFailure(tests)
  return `${source}${line} › ${title}\n${message}`
}

/** Seconds of each file of journeys, their servers and hooks included, from a Playwright JSON report. */
export function playwrightTimes(file) {
  const seconds = {}
  for (const { file: source, tests } of (read(file)?.suites ?? []).flatMap(specsOf)) {
    for (const { duration } of tests.flatMap(({ results }) => results)) {
      seconds[source] = (seconds[source] ?? 0) + duration / 1000
    }
  }
  return Object.entries(seconds).map(([source, total]) => ({ file: source, seconds: total }))
}

const SLOWEST = 10

/** Prints the files of all suites that took longest. */
export function printSlowest(timings) {
  if (timings.length === 0) return
  console.log('\n最慢的文件（秒）：')
  for (const { suite, file, seconds } of timings.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
    console.log(`  ${seconds.toFixed(1).padStart(6)}  ${suite}  ${file}`)
  }
}

const printIndented = (sign, text) => console.log(`  ${sign} ${text.replaceAll('\n', '\n    ')}\n`)

/**
 * Prints one line with counts and seconds, then the tests that needed a second try, then the failures. `passed` is left
 * out for a check, which is one test.
 */
export function printResult(label, { passed, failed, failures, repeats = [] }, startedAt) {
  const counts = passed === undefined ? '' : ` ${passed} passed, ${failed} failed`
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`${failed === 0 ? '✓' : '✗'} ${label}${counts} (${seconds} s)`)
  for (const repeat of repeats) printIndented('! passed on the second try:', repeat)
  for (const failure of failures) printIndented('✗', failure)
}

export const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed })

import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './paths.mjs'

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** Printed lines of a message: the cause, and the stack without the runner's own frames. */
const MESSAGE_LINES = 20
const isRunnerFrame = (line) => /^\s+at .*(node_modules|<anonymous>)/.test(line)

function describe(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  return [name, ...lines.filter((line) => !isRunnerFrame(line)).slice(0, MESSAGE_LINES)].join('\n')
}

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
      .map(({ fullName, failureMessages }) => describe(`${relative(root, name)} › ${fullName}`, failureMessages?.[0])),
  )
  return resultOf(passed, failed, failures, ended)
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const firstError = (tests) => tests.flatMap(({ results }) => results.map(({ error }) => error?.message)).find(Boolean)

/** Result from a Playwright JSON report. A test that passed only on a second try counts as failed. */
export function playwrightResult(file, ended) {
  const report = read(file)
  const stats = report?.stats
  const passed = stats?.expected ?? 0
  const failed = stats ? stats.unexpected + stats.flaky + stats.skipped : 0
  const failures = (report?.suites ?? [])
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
    .map(({ file: source, title, tests }) => describe(`${source} › ${title}`, firstError(tests)))
  return resultOf(passed, failed, failures, ended)
}

/** Prints one line with counts and seconds, then the failures. `passed` is left out for a check, which is one test. */
export function printResult(label, { passed, failed, failures }, startedAt) {
  const counts = passed === undefined ? '' : ` ${passed} passed, ${failed} failed`
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`${failed === 0 ? '✓' : '✗'} ${label}${counts} (${seconds} s)`)
  for (const failure of failures) console.log(`  ✗ ${failure.replaceAll('\n', '\n    ')}\n`)
}

export const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed })

import { existsSync, readFileSync } from 'node:fs'

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** `passed` and `failed` are numbers of tests; `failures` names what failed, one line each. */
function counted(passed, failed, failures, exitCode) {
  // A run that left no report, or ended badly without naming a failed test (a file that did not load, a set-up that
  // threw), counts as one failure.
  if (failed > 0 || (exitCode === 0 && passed > 0)) return { passed, failed, failures }
  return { passed, failed: 1, failures: [`ended with code ${exitCode} and named no failed test`] }
}

/** What a vitest JSON report counted. Skipped tests count as failures too: nothing is skipped here. */
export function vitestCounts(file, exitCode) {
  const report = read(file)
  const passed = report?.numPassedTests ?? 0
  const failed = report ? report.numTotalTests - passed : 0
  const failures = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, failureMessages }) => `${name} › ${fullName}\n${failureMessages?.[0] ?? ''}`),
  )
  return counted(passed, failed, failures, exitCode)
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const firstError = (tests) =>
  tests.flatMap(({ results }) => results.flatMap(({ error }) => (error?.message ? [error.message] : [])))[0] ?? ''

/** The same for a Playwright JSON report. A test that passed only on a second try has failed. */
export function playwrightCounts(file, exitCode) {
  const report = read(file)
  const stats = report?.stats
  const passed = stats?.expected ?? 0
  const failed = stats ? stats.unexpected + stats.flaky + stats.skipped : 0
  const failures = (report?.suites ?? [])
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
    .map(({ file: source, title, tests }) => `${source} › ${title}\n${firstError(tests)}`)
  return counted(passed, failed, failures, exitCode)
}

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  failures: [...a.failures, ...b.failures],
})

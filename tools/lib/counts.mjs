import { existsSync, readFileSync } from 'node:fs'

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/**
 * What a vitest JSON report counted. A run that left no report, or ended badly without naming a failed test
 * (a file that did not load, a set-up that threw), counts as one failure. Skipped tests count as failures too:
 * nothing is skipped here.
 */
export function vitestCounts(file, exitCode) {
  const report = read(file)
  const passed = report?.numPassedTests ?? 0
  const failed = report ? report.numTotalTests - passed : 0
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed }
}

/** The same for a Playwright JSON report. A test that passed only on a second try has failed. */
export function playwrightCounts(file, exitCode) {
  const stats = read(file)?.stats
  const passed = stats?.expected ?? 0
  const failed = stats ? stats.unexpected + stats.flaky + stats.skipped : 0
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed }
}

export const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed })

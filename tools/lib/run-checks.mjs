import { runQuietly } from './run.mjs'
import { printResult } from './suite-result.mjs'

/** Runs all checks one after another, also after a failure; prints a line per check and the output of those that failed. */
export async function runChecks(node, checks) {
  let failed = 0
  for (const { label, args } of checks) {
    const startedAt = Date.now()
    const { code, output } = await runQuietly(node, args)
    const failures = code === 0 ? [] : [output.trim()]
    failed += failures.length
    printResult(label, { failed: failures.length, failures }, startedAt)
  }
  return { passed: checks.length - failed, failed }
}

import { runQuietly } from './run.mjs'
import { printResult } from './suite-result.mjs'

/** Checks that run at a time: most use one core. */
const AT_A_TIME = 2

/** Runs all checks, also after a failure; prints a line per check as it ends and the output of those that failed. */
export async function runChecks(node, checks) {
  let failed = 0
  const waiting = checks.values()
  const runWaiting = async () => {
    for (const { label, args } of waiting) {
      const startedAt = Date.now()
      const { code, output } = await runQuietly(node, args)
      const failures = code === 0 ? [] : [output.trim()]
      failed += failures.length
      printResult(label, { failed: failures.length, failures }, startedAt)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, runWaiting))
  return { passed: checks.length - failed, failed }
}

import { run } from './run.mjs'

/** Runs checks one after another, goes on after a failure, and counts. `failures` are the labels of those that failed. */
export async function runChecks(node, checks) {
  const failures = []
  for (const { label, args } of checks) {
    const started = Date.now()
    const code = await run(node, args, { mustSucceed: false })
    if (code !== 0) failures.push(label)
    console.log(`${code === 0 ? '✓' : '✗'} ${label} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  }
  return { passed: checks.length - failures.length, failed: failures.length, failures }
}

import { run } from './run.mjs'

/** Runs checks one after another, goes on after a failure, and counts. */
export async function runChecks(node, checks) {
  let failed = 0
  for (const { label, args } of checks) {
    const started = Date.now()
    const code = await run(node, args, { mustSucceed: false })
    if (code !== 0) failed += 1
    console.log(`${code === 0 ? '✓' : '✗'} ${label} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  }
  return { passed: checks.length - failed, failed }
}

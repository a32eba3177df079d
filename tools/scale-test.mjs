import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from './lib/build.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { requireJavaAndMaven } from './lib/java.mjs'
import { nodePath } from './lib/node.mjs'
import { bin, root } from './lib/paths.mjs'
import { run, runQuietly } from './lib/run.mjs'
import { printResult, vitestResult } from './lib/suite-result.mjs'

// `npm run test:scale`: what many machines need, on real engines, which the tests start on this machine.
const results = join(root, 'test-results')
const report = join(results, 'scale.json')
const summary = join(results, 'scale-summary.txt')

/** Engines have memory and ports of their own: one file at a time. */
const args = [
  bin('vitest', 'vitest.mjs'),
  'run',
  '--project',
  'scale',
  '--maxWorkers=1',
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${report}`,
]

async function runTests() {
  const startedAt = Date.now()
  const ended = process.stdout.isTTY
    ? { code: await run(nodePath(), args, { mustSucceed: false }), output: '' }
    : await runQuietly(nodePath(), args)
  const result = vitestResult(report, ended)
  printResult('scale', result, startedAt)
  return result
}

let total = { passed: 0, failed: 1 }
mkdirSync(results, { recursive: true })
for (const file of [report, summary]) rmSync(file, { force: true })
try {
  await requireJavaAndMaven()
  await installIfNeeded()
  await buildIfNeeded('web', 'server')
  total = await runTests()
} catch (error) {
  console.error(error.message)
}

const line = `${total.passed} passed, ${total.failed} failed`
writeFileSync(summary, `${line}\n`)
console.log(`\n${line}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

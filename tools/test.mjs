import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserForTests } from './lib/browser.mjs'
import { buildIfNeeded } from './lib/build.mjs'
import { buildChecks, checks } from './lib/checks.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { bin, root } from './lib/paths.mjs'
import { run, runQuietly } from './lib/run.mjs'
import { runChecks } from './lib/run-checks.mjs'
import { add, playwrightResult, printResult, vitestResult } from './lib/suite-result.mjs'

// `npm test`: types, lint, boundaries, unit, integration and browser tests. The last line sums them all.
const results = join(root, 'test-results')
const hasTerminal = process.stdout.isTTY
let total = { passed: 0, failed: 0 }

/** Runs a suite and prints its result. A terminal also shows the runner's own progress. */
async function runSuite(label, args, resultFrom, env) {
  const startedAt = Date.now()
  const ended = hasTerminal
    ? { code: await run(nodePath(), args, { mustSucceed: false, env }), output: '' }
    : await runQuietly(nodePath(), args, { env })
  const result = resultFrom(ended)
  printResult(label, result, startedAt)
  total = add(total, result)
}

try {
  await installIfNeeded()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  await buildIfNeeded('web', 'server')
  total = add(total, await runChecks(nodePath(), [...checks, ...buildChecks]))
  for (const project of ['unit', 'web', 'miniprogram', 'integration']) {
    const report = join(results, `${project}.json`)
    const args = [
      bin('vitest', 'vitest.mjs'),
      'run',
      '--project',
      project,
      // The default leaves one core free: on a machine of two cores the run would take twice as long.
      '--maxWorkers=2',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]
    await runSuite(project, args, (ended) => vitestResult(report, ended))
  }
  const report = join(results, 'e2e.json')
  const args = [bin('@playwright', 'test', 'cli.js'), 'test', '--config', 'e2e/playwright.config.ts']
  const env = { ...(await browserForTests()), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  await runSuite('browser', args, (ended) => playwrightResult(report, ended), env)
} catch (error) {
  console.error(error)
  total = add(total, { passed: 0, failed: 1 })
}

const line = `${total.passed} passed, ${total.failed} failed`
mkdirSync(results, { recursive: true })
writeFileSync(join(results, 'summary.txt'), `${line}\n`)
console.log(`\n${line}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserForTests } from './lib/browser.mjs'
import { buildIfNeeded } from './lib/build.mjs'
import { checks, sizeCheck } from './lib/checks.mjs'
import { add, playwrightCounts, vitestCounts } from './lib/counts.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { bin, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { runChecks } from './lib/run-checks.mjs'

// `npm test`: types, lint, boundaries, unit, integration and browser tests. The last line sums them all.
const results = join(root, 'test-results')
/** @type {{ passed: number, failed: number, failures: string[] }} */
let total = { passed: 0, failed: 0, failures: [] }

async function suite(label, args, report, count, env) {
  console.log(`\n── ${label}`)
  const code = await run(nodePath(), args, { mustSucceed: false, env })
  total = add(total, count(report, code))
}

try {
  await installIfNeeded()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  console.log('\n── 静态检查')
  await buildIfNeeded('web', 'server')
  total = add(total, await runChecks(nodePath(), [...checks, sizeCheck]))
  for (const project of ['unit', 'web', 'integration']) {
    const report = join(results, `${project}.json`)
    const args = [
      bin('vitest', 'vitest.mjs'),
      'run',
      '--project',
      project,
      // Left to itself the runner keeps one core free, and on a machine of two takes twice as long.
      '--maxWorkers=2',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]
    await suite(project, args, report, vitestCounts)
  }
  const report = join(results, 'e2e.json')
  await suite(
    '浏览器',
    [bin('@playwright', 'test', 'cli.js'), 'test', '--config', 'e2e/playwright.config.ts'],
    report,
    playwrightCounts,
    {
      ...(await browserForTests()),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  )
} catch (error) {
  console.error(error)
  total = add(total, { passed: 0, failed: 1, failures: [String(error)] })
}

const line = `${total.passed} passed, ${total.failed} failed`
mkdirSync(results, { recursive: true })
writeFileSync(join(results, 'summary.txt'), `${line}\n`)
// Named once more at the end: of a long log often only the end is kept.
for (const failure of total.failures) console.log(`\n✗ ${failure}`)
console.log(`\n${line}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserForTests } from './browser.mjs'
import { runChecks } from './checks.mjs'
import { nodePath } from './node.mjs'
import { bin, root } from './paths.mjs'
import { run, runQuietly } from './run.mjs'
import { add, playwrightResult, playwrightTimes, printResult, printSlowest, vitestResult } from './suite-result.mjs'

const results = join(root, 'test-results')
const readTimes = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [])

/** Tests of `integration` wait for databases and processes: with one worker more, no core is idle. */
const workersOf = (project) => (project === 'integration' ? 3 : 2)

/**
 * Runs suites one after another, also after a failure, and prints a line for each, the ten slowest files and the sum.
 * Writes the sum to `summary.txt` and the seconds of every file to `timings.json` in `test-results/`.
 * The process exits with 1 if a test failed or none ran.
 */
export async function runTests(work) {
  let total = { passed: 0, failed: 0 }
  const timings = []

  /** A terminal also shows the runner's own progress. */
  const runSuite = async (label, args, resultFrom, env) => {
    const startedAt = Date.now()
    const ended = process.stdout.isTTY
      ? { code: await run(nodePath(), args, { mustSucceed: false, env }), output: '' }
      : await runQuietly(nodePath(), args, { env })
    const result = resultFrom(ended)
    printResult(label, result, startedAt)
    total = add(total, result)
  }
  const addTimes = (suite, times) => timings.push(...times.map((time) => ({ suite, ...time })))

  const suites = {
    async checks(checks) {
      total = add(total, await runChecks(nodePath(), checks))
    },

    /** Runs a project of vitest.config.ts. `env` is added to the environment of its tests. */
    async vitest(project, { workers = workersOf(project), env = {} } = {}) {
      const report = join(results, `${project}.json`)
      const times = join(results, `${project}-times.json`)
      const args = [
        bin('vitest', 'vitest.mjs'),
        'run',
        '--project',
        project,
        // The default leaves one core free: on a machine of two cores the run would take twice as long.
        `--maxWorkers=${workers}`,
        '--reporter=dot',
        '--reporter=json',
        `--reporter=${join(root, 'tools', 'lib', 'file-times.mjs')}`,
        `--outputFile.json=${report}`,
      ]
      await runSuite(project, args, (ended) => vitestResult(report, ended), { ...env, FILE_TIMES: times })
      addTimes(project, readTimes(times))
    },

    /** Runs the browser journeys of a folder of `e2e/`. */
    async playwright(folder) {
      const report = join(results, `${folder}.json`)
      const args = [bin('@playwright', 'test', 'cli.js'), 'test', '--config', 'e2e/playwright.config.ts']
      const env = { ...(await browserForTests()), PLAYWRIGHT_JSON_OUTPUT_NAME: report, JOURNEYS: folder }
      await runSuite(folder, args, (ended) => playwrightResult(report, ended), env)
      addTimes(folder, playwrightTimes(report))
    },
  }

  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  try {
    await work(suites)
  } catch (error) {
    console.error(error)
    total = add(total, { passed: 0, failed: 1 })
  }
  writeFileSync(join(results, 'timings.json'), `${JSON.stringify(timings, null, 2)}\n`)
  printSlowest(timings)
  const line = `${total.passed} passed, ${total.failed} failed`
  writeFileSync(join(results, 'summary.txt'), `${line}\n`)
  console.log(`\n${line}`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

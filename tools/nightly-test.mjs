import { installAndBuild } from './lib/build.mjs'
import { requireEngineTools } from './lib/engine-tools.mjs'
import { runTests } from './lib/test-run.mjs'

// `npm run test:nightly`: what `npm test` leaves out. Long and random tests, every test of a database on PostgreSQL too,
// real engines, and the rest of the journeys. A failure is run again with the printed seed: `SEED=… npm run test:nightly`.
// `npm run test:scale`, which is `node tools/nightly-test.mjs scale`: of that, the tests on real engines.
const isScale = process.argv[2] === 'scale'
if (!isScale) {
  process.env.SEED ??= String(Math.floor(Math.random() * 2 ** 31))
  process.env.NIGHTLY = '1'
  console.log(`SEED=${process.env.SEED}`)
}

await runTests(async ({ vitest, playwright }) => {
  await requireEngineTools()
  await installAndBuild('web', 'server', 'desk')
  if (!isScale) {
    for (const project of ['unit', 'web', 'integration', 'nightly']) await vitest(project)
    await playwright('nightly')
  }
  // Engines have memory and ports of their own: one file at a time.
  await vitest('scale', { workers: 1 })
})

import { buildIfNeeded } from './lib/build.mjs'
import { requireEngineTools } from './lib/engine-tools.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { runTests } from './lib/test-run.mjs'

// `npm run test:scale`: what many machines need, on real engines, which the tests start on this machine.
await runTests(async ({ vitest }) => {
  await requireEngineTools()
  await installIfNeeded()
  await buildIfNeeded('web', 'server')
  // Engines have memory and ports of their own: one file at a time.
  await vitest('scale', { workers: 1 })
})

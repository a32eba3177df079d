import { installAndBuild } from './lib/build.mjs'
import { buildChecks, checks } from './lib/checks.mjs'
import { runTests } from './lib/test-run.mjs'

// `npm test`: types, lint, boundaries, unit, integration and browser tests. The last line sums them all.
await runTests(async ({ checks: runChecks, vitest, playwright }) => {
  await installAndBuild('web', 'server', 'desk')
  await runChecks([...checks, ...buildChecks])
  for (const project of ['unit', 'web', 'miniprogram', 'integration']) await vitest(project)
  await playwright('journeys')
})

import { installAndBuild } from './lib/build.mjs'
import { buildChecks, checks, runChecks } from './lib/checks.mjs'

// `npm run check`: types, lint, format, API document, boundaries, dead code, sizes.
const node = await installAndBuild('web', 'desk')
const { failed } = await runChecks(node, [...checks, ...buildChecks])
process.exitCode = failed > 0 ? 1 : 0

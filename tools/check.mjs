import { buildIfNeeded } from './lib/build.mjs'
import { buildChecks, checks, runChecks } from './lib/checks.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'

// `npm run check`: types, lint, format, API document, boundaries, dead code, sizes.
await installIfNeeded()
await buildIfNeeded('web', 'desk')
const { failed } = await runChecks(nodePath(), [...checks, ...buildChecks])
process.exitCode = failed > 0 ? 1 : 0

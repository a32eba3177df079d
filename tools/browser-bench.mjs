import { browserForTests } from './lib/browser.mjs'
import { buildWebIfNeeded } from './lib/build-web.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { runInForeground } from './lib/run.mjs'

// A bench of the built app in a browser: `npm run lighthouse`, `npm run bench:journey`. Run it alone: it measures speed.
await installIfNeeded()
await buildWebIfNeeded()
await runInForeground(nodePath(), process.argv.slice(2), { env: await browserForTests() })

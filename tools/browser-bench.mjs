import { browserForTests } from './lib/browser.mjs'
import { buildIfNeeded } from './lib/build.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { runInForeground } from './lib/run.mjs'

// Runs a bench of the built app in a browser: `npm run lighthouse`, `npm run bench:journey`. Other load falsifies its figures.
await installIfNeeded()
await buildIfNeeded('web', 'server')
await runInForeground(nodePath(), process.argv.slice(2), { env: await browserForTests() })

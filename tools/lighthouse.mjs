import { browserForTests } from './lib/browser.mjs'
import { buildWebIfNeeded } from './lib/build-web.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { runInForeground } from './lib/run.mjs'

// `npm run lighthouse`: the mobile audit of the built app on the real server. Run it alone: it measures speed.
await installIfNeeded()
await buildWebIfNeeded()
await runInForeground(nodePath(), ['bench/lighthouse.ts'], { env: await browserForTests() })

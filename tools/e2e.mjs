import { browserForTests } from './lib/browser.mjs'
import { buildWebIfNeeded } from './lib/build-web.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { bin } from './lib/paths.mjs'
import { runInForeground } from './lib/run.mjs'

// `npm run e2e -- <filter>`: some of the browser journeys, as `npm test` runs them all.
await installIfNeeded()
await buildWebIfNeeded()
const args = [
  bin('@playwright', 'test', 'cli.js'),
  'test',
  '--config',
  'e2e/playwright.config.ts',
  '--reporter=list',
  ...process.argv.slice(2),
]
await runInForeground(nodePath(), args, { env: await browserForTests() })

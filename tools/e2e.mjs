import { browserForTests } from './lib/browser.mjs'
import { buildIfNeeded } from './lib/build.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { bin } from './lib/paths.mjs'
import { runInForeground } from './lib/run.mjs'

// `npm run e2e -- <filter>`: runs the browser journeys that match, or all.
await installIfNeeded()
await buildIfNeeded('web', 'server', 'desk')
const args = [
  bin('@playwright', 'test', 'cli.js'),
  'test',
  '--config',
  'e2e/playwright.config.ts',
  '--reporter=list',
  ...process.argv.slice(2),
]
await runInForeground(nodePath(), args, { env: await browserForTests() })

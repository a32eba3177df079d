import { browserForTests } from './lib/browser.mjs'
import { installAndBuild } from './lib/build.mjs'
import { bin } from './lib/paths.mjs'
import { runInForeground } from './lib/run.mjs'

// `npm run e2e -- <filter>`: runs the browser journeys that match, or all.
const node = await installAndBuild('web', 'server', 'desk')
const args = [
  bin('@playwright', 'test', 'cli.js'),
  'test',
  '--config',
  'e2e/playwright.config.ts',
  '--reporter=list',
  ...process.argv.slice(2),
]
await runInForeground(node, args, { env: await browserForTests() })

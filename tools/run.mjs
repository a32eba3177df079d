import { browserForTests } from './lib/browser.mjs'
import { installAndBuild } from './lib/build.mjs'
import { runInForeground } from './lib/run.mjs'

// Runs a bench, which is TypeScript and starts the built server: `node tools/run.mjs [--browser] bench/http.ts …`. `--browser`: the
// bench opens the built app in a browser, whose figures any other load falsifies.
const words = process.argv.slice(2)
const inBrowser = words[0] === '--browser'
const node = await installAndBuild(...(inBrowser ? ['web', 'server'] : ['server']))
await runInForeground(node, words.slice(Number(inBrowser)), inBrowser ? { env: await browserForTests() } : {})

import { buildIfNeeded } from './lib/build.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { runInForeground } from './lib/run.mjs'

// Runs a bench, which is TypeScript and starts the built server: `node tools/run.mjs bench/http.ts …`.
await installIfNeeded()
await buildIfNeeded('server')
await runInForeground(nodePath(), process.argv.slice(2))

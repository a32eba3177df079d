import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { runInForeground } from './lib/run.mjs'

// Runs one TypeScript program of ours with the right Node: `node tools/run.mjs server/src/cli/import.ts …`.
await installIfNeeded()
await runInForeground(nodePath(), process.argv.slice(2))

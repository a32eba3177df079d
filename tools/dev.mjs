import { buildIfNeeded, installIfNeeded } from './lib/build.mjs'
import { nodePath, typeScriptFlags } from './lib/node.mjs'
import { bin } from './lib/paths.mjs'
import { run } from './lib/run.mjs'

// `npm run dev`: runs the TypeScript of the server and restarts it when a file changes; Vite serves the page, reloads it
// and prints its address.
await installIfNeeded()
if (process.env.OPS_PORT) await buildIfNeeded('desk')
const children = []
const options = { mustSucceed: false, onChild: (child) => children.push(child) }
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)

const watch = ['--watch-path=server/src', '--watch-path=contract/src']
const api = run(nodePath(), [...typeScriptFlags, ...watch, 'server/src/main.ts'], options)
const web = run(nodePath(), [bin('vite', 'bin', 'vite.js'), 'web'], options)
process.exitCode = await Promise.race([api, web])
stop()

import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { bin } from './lib/paths.mjs'
import { run } from './lib/run.mjs'

// `npm run dev`: the API restarts and the page reloads when a file changes. The page is at the address Vite prints.
await installIfNeeded()
const children = []
const keep = { mustSucceed: false, onChild: (child) => children.push(child) }
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)

const api = run(nodePath(), ['--watch-path=server/src', '--watch-path=contract/src', 'server/src/main.ts'], keep)
const web = run(nodePath(), [bin('vite', 'bin', 'vite.js'), 'web'], keep)
process.exitCode = await Promise.race([api, web])
stop()

import { buildWebIfNeeded } from './lib/build-web.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { nodePath } from './lib/node.mjs'
import { runInForeground } from './lib/run.mjs'

// `npm start`: everything a fresh clone needs, then the server. It prints its address itself.
let node
try {
  await installIfNeeded()
  node = nodePath()
  await buildWebIfNeeded()
} catch (error) {
  console.error(`启动失败：${error.message}`)
  process.exit(1)
}
await runInForeground(node, ['server/src/main.ts'])

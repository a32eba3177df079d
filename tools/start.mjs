import { installAndBuild } from './lib/build.mjs'
import { builtProgram } from './lib/built-program.mjs'
import { runInForeground } from './lib/run.mjs'

// `npm start`: installs and builds what is missing, then runs the server, which prints its address.
let node
try {
  node = await installAndBuild('web', 'server', ...(process.env.OPS_PORT ? ['desk'] : []))
} catch (error) {
  console.error(`启动失败：${error.message}`)
  process.exit(1)
}
const { args, env } = builtProgram('main')
await runInForeground(node, args, { env })

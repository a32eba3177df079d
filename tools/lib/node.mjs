import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

const NEEDED = [24, 15]

const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

/**
 * Path of the Node that runs the project: the current one if it is new enough, else the one installed by npm.
 * Call after `installIfNeeded`. Throws a sentence for the user if there is neither.
 */
export function nodePath() {
  if (isNewEnough(process.versions.node)) return process.execPath
  const installed = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(installed)) return installed
  throw new Error(
    `百企查需要 Node ${NEEDED.join('.')} 或更高版本；当前为 ${process.versions.node}，且此平台（${process.platform}-${process.arch}）没有可由 npm 安装的 Node。请先安装 Node 24。`,
  )
}

/**
 * Flags for Node processes that start worker threads from TypeScript: tests and `npm run dev`.
 * Node strips types with WebAssembly. When a thread ends while another starts, V8 can free the wrapper twice through which
 * WebAssembly calls JavaScript, and the process crashes. The wrapper is replaced, and so freed, only after a number of
 * calls: this budget is never reached.
 */
export const typeScriptFlags = ['--wasm-wrapper-tiering-budget=1000000000']

import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { WorkerOptions } from 'node:worker_threads'

const quickImports = new URL('./quick-imports.ts', import.meta.url).href

// Node reads TypeScript with WebAssembly. Where threads begin while others end, V8 can free the code through which that calls
// JavaScript twice, when it puts faster code in its place after a thousand calls: the process crashes. So it never does.
setFlagsFromString('--wasm-wrapper-tiering-budget=1000000000')

/** A thread does not inherit what its process keeps compiled, nor how it finds modules: told both, it starts sooner. */
export function threadOptions(): Pick<WorkerOptions, 'env' | 'execArgv'> {
  const directory = getCompileCacheDir()
  if (directory === undefined) return {}
  return {
    env: { ...process.env, NODE_COMPILE_CACHE: dirname(directory) },
    execArgv: ['--import', quickImports],
  }
}

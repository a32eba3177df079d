import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { WorkerOptions } from 'node:worker_threads'

const quickImports = new URL('./quick-imports.ts', import.meta.url).href

/** A thread does not inherit what its process keeps compiled, nor how it finds modules: told both, it starts sooner. */
export function threadOptions(): Pick<WorkerOptions, 'env' | 'execArgv'> {
  const directory = getCompileCacheDir()
  if (directory === undefined) return {}
  return {
    env: { ...process.env, NODE_COMPILE_CACHE: dirname(directory) },
    execArgv: ['--import', quickImports],
  }
}

import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** A thread does not inherit what its process keeps compiled: it is told where that is, and starts in half the time. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const directory = getCompileCacheDir()
  return directory === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(directory) }
}

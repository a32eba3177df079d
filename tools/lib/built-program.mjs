import { join } from 'node:path'
import { root } from './paths.mjs'

const flags = [
  '--enable-source-maps',
  // MiB. V8's default of 16 makes the resident memory of the server about 50 MiB larger under load, without being faster.
  '--max-semi-space-size=4',
]

/**
 * Bytes from which glibc maps memory of its own for an allocation and returns it when it is freed: its default, which it
 * otherwise raises to 32 MiB with the first large buffer. The server then kept 35 MiB of the files that it read at its start.
 */
const allocatorEnv = { MALLOC_MMAP_THRESHOLD_: '131072' }

/** Flags of single programs. */
const ownFlags = {
  // MiB, far more than an import needs. With a limit V8 collects garbage earlier: 100 MiB less resident memory.
  import: ['--max-old-space-size=1024'],
}

/**
 * Arguments and environment with which Node runs a program of server/dist: `main`, or a command such as `import`.
 * @param {string} name
 */
export const builtProgram = (name) => ({
  args: [...flags, ...(ownFlags[name] ?? []), join(root, 'server', 'dist', `${name}.js`)],
  env: { ...allocatorEnv, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'baiqicha', 'compiled') },
})

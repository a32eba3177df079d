import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

/**
 * Runs a command in the repository's top folder with its output shown.
 * Resolves with the exit code; rejects with a sentence when `mustSucceed` (default) and the code is not 0.
 */
export function run(command, args, { env, shell = false, mustSucceed = true, onChild } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell, env: { ...process.env, ...env } })
    onChild?.(child)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      const result = code ?? (signal ? 1 : 0)
      if (mustSucceed && result !== 0)
        reject(new Error(`${command} ${args.slice(0, 2).join(' ')} 以 ${signal ?? code} 结束`))
      else resolve(result)
    })
  })
}

/** Passes Ctrl-C and SIGTERM on to a child, and leaves with its exit code. */
export async function runInForeground(command, args, options) {
  const code = await run(command, args, {
    ...options,
    mustSucceed: false,
    onChild: (child) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
    },
  })
  process.exit(code)
}

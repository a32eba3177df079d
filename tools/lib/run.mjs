import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

/** Children print no colour codes when this process has no terminal, even where FORCE_COLOR is set. */
const plainOutput = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

const PARENT_CHECK_MS = 200

/** Process that started this one. */
const parent = process.ppid

/** Characters of output kept for a failure message: the end, which names the cause. */
const OUTPUT_LIMIT = 20_000

function start(command, args, { env, shell = false, stdio }) {
  return spawn(command, args, { cwd: root, stdio, shell, env: { ...process.env, ...plainOutput, ...env } })
}

const ended = (child) =>
  new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code: code ?? 1, cause: signal ?? code }))
  })

/**
 * Runs a command in the repository's top folder and shows its output. Resolves with the exit code.
 * Rejects with a sentence when `mustSucceed` (default) and the code is not 0.
 */
export async function run(command, args, { mustSucceed = true, onChild, ...options } = {}) {
  const child = start(command, args, { ...options, stdio: 'inherit' })
  onChild?.(child)
  const { code, cause } = await ended(child)
  if (mustSucceed && code !== 0) throw new Error(`${command} ${args.slice(0, 2).join(' ')} 以 ${cause} 结束`)
  return code
}

/** Runs a command in the repository's top folder without showing its output. Resolves with the exit code and the end of the output. */
export async function runQuietly(command, args, options = {}) {
  const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-OUTPUT_LIMIT)
    })
  }
  const { code } = await ended(child)
  return { code, output }
}

/** Runs a command, passes on to it that it should stop, and exits with its code. */
export async function runInForeground(command, args, options) {
  const code = await run(command, args, { ...options, mustSucceed: false, onChild: stopWithThisProcess })
  process.exit(code)
}

/**
 * Forwards SIGINT and SIGTERM to the child. npm runs a script through a shell, and a SIGTERM to npm ends npm and the shell
 * only: the end of the parent process counts as a SIGTERM too.
 */
function stopWithThisProcess(child) {
  let isStopping = false
  const stop = (signal) => {
    isStopping = true
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
  if (process.env.npm_lifecycle_event === undefined) return
  setInterval(() => {
    if (process.ppid !== parent && !isStopping) stop('SIGTERM')
  }, PARENT_CHECK_MS).unref()
}

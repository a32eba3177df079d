import { type ChildProcess, type ChildProcessByStdio, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'

/** PostgreSQL and PgBouncer refuse to run as root; they then run as this user. */
const SERVICE_USER = 'postgres'

const idOf = (flag: string) => Number(execFileSync('id', [flag, SERVICE_USER], { encoding: 'utf8' }).trim())

/** Options of `spawn` for a server that refuses root. The user exists: the server of the whole run made it. */
export function serviceUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Ids of the processes that this process has started. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    try {
      // The name in parentheses may contain spaces: the fields after it are state and parent.
      const [, parent] = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return Number(parent) === pid ? [Number(entry)] : []
    } catch {
      return []
    }
  })
}

/** Sends a signal to a process and its children. One that has ended meanwhile is left out. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, signal)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

/** Ends a program and waits for it. Does nothing when it has ended. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Collects what a program prints. Returns a function that returns the last part. */
export function outputOf({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): () => string {
  let output = ''
  for (const stream of [stdout, stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000)
    })
  }
  return () => output
}

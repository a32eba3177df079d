import { spawn } from 'node:child_process'

/** The child gets no environment variables of the server, such as the database URL. Windows needs SystemRoot. */
const env = process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] }

type ChildProgram = {
  file: string
  /** The child is killed after this time. */
  timeoutMs: number
  /** Largest heap of the child; absent: as V8 decides. */
  heapMb?: number
}

/**
 * Runs a Node program in a process of its own, which reads `input` from stdin, and resolves with what it wrote to stdout. null: it
 * failed, ran out of memory, or took too long.
 */
export function runChild(program: ChildProgram, input: readonly (string | Uint8Array)[]): Promise<Buffer | null> {
  const { file, timeoutMs, heapMb } = program
  return new Promise((resolve, reject) => {
    const limit = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]
    const child = spawn(process.execPath, [...limit, file], {
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks) : null))
    // The child may end before it has read all input.
    child.stdin.on('error', () => {})
    for (const part of input) child.stdin.write(part)
    child.stdin.end()
  })
}

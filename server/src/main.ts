import { startSearch } from './app/start-search.ts'
import { StartRefused, startServer } from './app/start-server.ts'
import { ConfigError, readConfig } from './config.ts'
import { createLogger } from './platform/log/logger.ts'

/** Time that running requests have to finish after the first signal. */
const GRACE_MS = 10_000

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Closes the server and exits at the first signal; exits immediately at the second. */
function exitOnSignals(close: () => Promise<void>) {
  let isClosing = false
  const exit = async () => {
    if (isClosing) process.exit(1)
    isClosing = true
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    await close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void exit())
}

try {
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel, (line) => process.stdout.write(line))
  const search = startSearch(config, log)
  const server = await startServer({ config, log, search, say })
  exitOnSignals(server.close)
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exit(1)
}

/** A sentence for an error that the operator can correct; the stack of any other error. */
function describeStartFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return '端口已被占用：换一个端口，如 PORT=8081 npm start'
  if (code === 'EACCES') return `没有权限：${error.message}`
  return error.stack ?? error.message
}
